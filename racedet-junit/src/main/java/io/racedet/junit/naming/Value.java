package io.racedet.junit.naming;

import net.bytebuddy.jar.asm.Type;

/**
 * What is known of a reference.
 *
 * @param type the descriptor of its static type; empty if it is not known
 */
record Value(Origin origin, String type) {
  /** Nothing. */
  static final Value UNKNOWN = new Value(Origin.UNKNOWN, "");

  /** The same with a type if it has none. */
  Value orOf(Type declared) {
    return type.isEmpty() ? new Value(origin, declared.getDescriptor()) : this;
  }

  /** What is known of a reference that is one of two. */
  Value or(Value other) {
    if (equals(other)) {
      return this;
    }
    return origin.equals(other.origin) ? new Value(origin, "") : UNKNOWN;
  }
}
