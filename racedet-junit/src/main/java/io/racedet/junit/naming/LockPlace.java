package io.racedet.junit.naming;

import io.racedet.report.Frame;
import java.util.List;

/**
 * Where a thread deals with an object that synchronises.
 *
 * @param name the name of the object, with its class and number
 * @param use what the thread does with it
 * @param stack where, innermost first; empty if it is not known
 */
public record LockPlace(String name, Use use, List<Frame> stack) {
  /** What a thread does with such an object. */
  public enum Use {
    /** It enters its monitor. */
    MONITOR,
    /** It waits to be notified by it. */
    WAIT,
    /** It calls one of its methods. */
    CALL
  }

  public LockPlace {
    stack = List.copyOf(stack);
  }
}
