package io.racedet.runtime.spans;

import io.racedet.runtime.log.Grown;

/** A set of methods, by their numbers. For one thread. */
public final class MethodSet {
  private long[] bits = {};

  /** Whether a method is in the set. */
  public boolean contains(int method) {
    int word = method / Long.SIZE;
    return word < bits.length && (bits[word] >>> method & 1) != 0;
  }

  /** Adds a method. */
  public void add(int method) {
    int word = method / Long.SIZE;
    if (word >= bits.length) {
      bits = Grown.copy(bits, new long[Math.max(word + 1, 2 * bits.length)]);
    }
    bits[word] |= 1L << method;
  }
}
