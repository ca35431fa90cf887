package io.racedet.junit.naming;

import java.util.List;

/**
 * An instruction that does something to objects.
 *
 * @param kind what it does
 * @param step the instruction
 * @param values the objects that it may do it to; of a call the receiver, if any, and the arguments
 */
record Use(Kind kind, Step step, List<Value> values) {
  /** What an instruction does. */
  enum Kind {
    /** Calls a method. */
    CALL,
    /** Makes an object of a lambda, given what the lambda captures. */
    CAPTURE,
    /** Enters or leaves a monitor. */
    MONITOR,
    /** Reads an element of an array. */
    LOAD,
    /** Writes one. */
    STORE,
    /** Reads or writes a field. */
    FIELD,
    /** Returns a reference. */
    RETURN
  }

  Use {
    values = List.copyOf(values);
  }
}
