package io.racedet.engine.syncp;

import it.unimi.dsi.fastutil.objects.ObjectArrays;

/**
 * A list of entries of a few words each that only grows, in chunks, so that nothing is copied when
 * it does.
 */
final class Entries {
  private static final int CHUNK_BITS = 13; // of entries
  private static final int CHUNK_MASK = (1 << CHUNK_BITS) - 1;

  private final int words;
  private long[][] chunks = new long[0][];
  private int size;

  Entries(int words) {
    this.words = words;
  }

  /** Two numbers as one word. */
  static long word(int high, int low) {
    return (long) high << Integer.SIZE | low & 0xFFFF_FFFFL;
  }

  static int high(long word) {
    return (int) (word >> Integer.SIZE);
  }

  /** Adds an entry, whose words are 0, and returns its number, from 0. */
  int add() {
    int chunk = size >>> CHUNK_BITS;
    chunks = ObjectArrays.grow(chunks, chunk + 1);
    if (chunks[chunk] == null) {
      chunks[chunk] = new long[words << CHUNK_BITS];
    }
    return size++;
  }

  long get(int entry, int word) {
    return chunks[entry >>> CHUNK_BITS][(entry & CHUNK_MASK) * words + word];
  }

  void set(int entry, int word, long value) {
    chunks[entry >>> CHUNK_BITS][(entry & CHUNK_MASK) * words + word] = value;
  }
}
