package io.racedet.compressed.grammar;

/**
 * The occurrence of each pair of adjacent symbols. Open addressing, one word per slot:
 *
 * <pre>| hash:32 | first symbol of the pair:32 |</pre>
 *
 * <p>The hash alone distinguishes nearly all pairs and determines the home of a slot, so the
 * symbols are rarely read for a pair that turns out to be different.
 */
final class DigramTable {
  private static final int INITIAL_SLOTS = 1 << 10;
  private static final int MAX_SLOTS = 1 << 30;
  private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L; // 2^64 over the golden ratio
  private static final long LOW = (1L << Integer.SIZE) - 1;

  private final SymbolPool symbols;
  private long[] slots = new long[INITIAL_SLOTS];
  private int shift = Integer.SIZE - Integer.numberOfTrailingZeros(INITIAL_SLOTS);
  private int room = room(INITIAL_SLOTS); // how many more pairs fit

  DigramTable(SymbolPool symbols) {
    this.symbols = symbols;
  }

  /** How many pairs a table of a size may hold. */
  private static int room(int slots) {
    return slots / 8 * 5;
  }

  /**
   * Returns the symbol at which a pair is registered; registers it and returns 0 if there is none.
   */
  int findOrAdd(int left, int right, int first) {
    SymbolPool pool = symbols;
    long[] table = slots;
    int mask = table.length - 1;
    int hash = hash(left, right);
    int i = hash >>> shift;
    for (long slot = table[i]; slot != 0; slot = table[i]) {
      if ((int) (slot >>> Integer.SIZE) == hash) {
        int found = (int) slot;
        if (pool.value(found) == left && pool.value(pool.next(found)) == right) {
          return found;
        }
      }
      i = i + 1 & mask;
    }
    table[i] = (long) hash << Integer.SIZE | first;
    if (--room == 0) {
      grow();
    }
    return 0;
  }

  /**
   * Reads the slots of the pairs of a sequence, so that many cache misses overlap instead of
   * following one another. The result is meaningless.
   */
  long prefetch(int[] sequence, int from, int to) {
    long[] table = slots;
    int bits = shift;
    long sum = 0;
    for (int i = from + 1; i < to; i++) {
      sum += table[hash(sequence[i - 1], sequence[i]) >>> bits];
    }
    return sum;
  }

  /** Removes a pair if it is registered at a symbol; returns whether it was. */
  boolean remove(int left, int right, int first) {
    long[] table = slots;
    int mask = table.length - 1;
    int hash = hash(left, right);
    long sought = (long) hash << Integer.SIZE | first;
    int i = hash >>> shift;
    for (long slot = table[i]; slot != sought; slot = table[i]) {
      if (slot == 0) {
        return false;
      }
      i = i + 1 & mask;
    }
    close(i);
    room++;
    return true;
  }

  /** Moves later slots up, so that the hole does not separate any of them from its home. */
  private void close(int at) {
    long[] table = slots;
    int mask = table.length - 1;
    int hole = at;
    int i = at + 1 & mask;
    for (long slot = table[i]; slot != 0; slot = table[i]) {
      int home = (int) (slot >>> Integer.SIZE) >>> shift;
      if ((i - home & mask) >= (i - hole & mask)) {
        table[hole] = slot;
        hole = i;
      }
      i = i + 1 & mask;
    }
    table[hole] = 0;
  }

  /** A hash that few pairs have in common, and of which the high bits are used. */
  static int hash(int left, int right) {
    long mixed = ((long) left << Integer.SIZE | right & LOW) * MULTIPLIER;
    return (int) ((mixed ^ mixed >>> Integer.SIZE) * MULTIPLIER >>> Integer.SIZE);
  }

  private void grow() {
    long[] old = slots;
    if (old.length == MAX_SLOTS) {
      throw new OutOfMemoryError("more than " + room(MAX_SLOTS) + " pairs in a grammar");
    }
    long[] table = new long[2 * old.length];
    int mask = table.length - 1;
    shift--;
    for (long slot : old) {
      if (slot != 0) {
        int i = (int) (slot >>> Integer.SIZE) >>> shift;
        while (table[i] != 0) {
          i = i + 1 & mask;
        }
        table[i] = slot;
      }
    }
    slots = table;
    room = room(table.length) - room(old.length);
  }
}
