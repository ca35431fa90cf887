package io.racedet.runtime;

import java.nio.channels.Pipe;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The ends of a pipe know nothing of each other: what they have in common is a number that they get
 * when it is opened. Those that have been opened before all have number 0. Thread-safe.
 */
final class Pipes {
  private final Map<Object, Integer> numbers = new WeakHashMap<>();
  private int last;

  /** A new number for the ends of a pipe that is opened, or that of an end. */
  synchronized int of(Object pipeOrEnd) {
    if (pipeOrEnd instanceof Pipe opened) {
      last++;
      numbers.put(opened.source(), last);
      numbers.put(opened.sink(), last);
      return last;
    }
    return numbers.getOrDefault(pipeOrEnd, 0);
  }
}
