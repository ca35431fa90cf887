package io.racedet.runtime.spans;

/** A set of methods, by their numbers. For one thread. */
public final class MethodSet {
  private long[] bits = {};

  /** Creates an empty set. */
  public MethodSet() {}

  /** Whether a method is in the set. */
  public boolean contains(int method) {
    int word = method / Long.SIZE;
    return word < bits.length && (bits[word] >>> method & 1) != 0;
  }

  /** Adds a method. */
  public void add(int method) {
    int word = method / Long.SIZE;
    if (word >= bits.length) {
      long[] more = new long[Math.max(word + 1, 2 * bits.length)];
      System.arraycopy(bits, 0, more, 0, bits.length);
      bits = more;
    }
    bits[word] |= 1L << method;
  }
}
