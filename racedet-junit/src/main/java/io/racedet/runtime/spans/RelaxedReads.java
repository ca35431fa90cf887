package io.racedet.runtime.spans;

/**
 * The variables that one thread has read in opaque or plain mode since its last acquire fence: the
 * fence acquires what these reads have seen. A hash set with open addressing, two words for each
 * variable. Confined to one thread.
 */
public final class RelaxedReads {
  /** Variables that are kept at most; a read of one more counts as an acquire itself. */
  private static final int MOST = 1 << 14;

  /** Words to begin with, and again after a fence. */
  private static final int INITIAL = 32;

  /** A first word is {@code | object:35 | aspect + 1:12 |}, and so never 0. */
  private static final int ASPECT_BITS = 12;

  private static final int ASPECT_MASK = (1 << ASPECT_BITS) - 1;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final long[] EMPTY = {};

  private long[] words = EMPTY;
  private int count;

  /** Adds a variable; false if there are too many. */
  public boolean add(long object, int aspect, long operand) {
    long first = object << ASPECT_BITS | aspect + 1;
    if (4 * count >= words.length) {
      grow();
    }
    int at = find(first, operand);
    if (words[at] != 0) {
      return true;
    }
    if (count == MOST) {
      return false;
    }
    put(at, first, operand);
    return true;
  }

  private void put(int at, long first, long operand) {
    words[at] = first;
    words[at + 1] = operand;
    count++;
  }

  /** Where the variable is, or else may be put. */
  private int find(long first, long operand) {
    int mask = words.length - 2;
    int at = (int) ((first * 31 + operand) * GOLDEN >>> 32) & mask;
    while (words[at] != 0 && (words[at] != first || words[at + 1] != operand)) {
      at = at + 2 & mask;
    }
    return at;
  }

  private void grow() {
    long[] old = words;
    words = new long[Math.max(INITIAL, 2 * old.length)];
    count = 0;
    for (int i = 0; i < old.length; i += 2) {
      if (old[i] != 0) {
        put(find(old[i], old[i + 1]), old[i], old[i + 1]);
      }
    }
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /** The position of the first variable from a position on, or a negative number. */
  public int next(int from) {
    for (int i = from; i < words.length; i += 2) {
      if (words[i] != 0) {
        return i;
      }
    }
    return -1;
  }

  /** The id of the object at a position that {@link #next} has returned. */
  public long object(int at) {
    return words[at] >>> ASPECT_BITS;
  }

  /** The aspect at such a position. */
  public int aspect(int at) {
    return ((int) words[at] & ASPECT_MASK) - 1;
  }

  /** The operand at such a position. */
  public long operand(int at) {
    return words[at + 1];
  }

  /** Forgets all variables. */
  public void clear() {
    if (words.length > INITIAL) {
      words = new long[INITIAL];
    }
    for (int i = 0; i < words.length; i += 2) {
      words[i] = 0;
    }
    count = 0;
  }
}
