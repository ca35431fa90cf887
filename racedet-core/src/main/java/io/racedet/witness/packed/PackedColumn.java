package io.racedet.witness.packed;

import java.util.Arrays;

/**
 * A list of numbers that only grows, in blocks of which each has as many bits for a number as its
 * range needs. Appending takes constant time, amortized, and so does a look-up. Not thread-safe.
 */
public final class PackedColumn {
  private static final int BLOCK_BITS = 12;
  private static final int BLOCK = 1 << BLOCK_BITS; // numbers
  private static final int BLOCK_MASK = BLOCK - 1;
  private static final int WORD_BITS = 6;
  private static final int INITIAL = 4;

  private long[][] blocks = new long[INITIAL][]; // null where all numbers are equal
  private long[] least = new long[INITIAL]; // by block
  private byte[] widths = new byte[INITIAL]; // in bits, at most 63
  private int full; // blocks
  private long[] last = new long[INITIAL]; // the numbers after these
  private int size;

  /** Creates an empty list. */
  public PackedColumn() {}

  /** {@return how many numbers there are: one more than the last place} */
  public int size() {
    return size;
  }

  /**
   * Appends a number.
   *
   * @param number from -2^62 to 2^62 - 1
   */
  public void add(long number) {
    int at = size & BLOCK_MASK;
    if (at == last.length) {
      last = Arrays.copyOf(last, 2 * at);
    }
    last[at] = number;
    size++;
    if (at == BLOCK_MASK) {
      pack();
    }
  }

  private void pack() {
    long min = last[0];
    long max = last[0];
    for (long number : last) {
      min = Math.min(min, number);
      max = Math.max(max, number);
    }
    if (full == blocks.length) {
      blocks = Arrays.copyOf(blocks, 2 * full);
      least = Arrays.copyOf(least, 2 * full);
      widths = Arrays.copyOf(widths, 2 * full);
    }
    int width = Long.SIZE - Long.numberOfLeadingZeros(max - min);
    least[full] = min;
    widths[full] = (byte) width;
    blocks[full++] = width == 0 ? null : packed(min, width);
  }

  private long[] packed(long min, int width) {
    long[] words = new long[width << BLOCK_BITS - WORD_BITS];
    for (int i = 0, bit = 0; i < BLOCK; i++, bit += width) {
      long number = last[i] - min;
      int word = bit >>> WORD_BITS;
      words[word] |= number << bit;
      if ((bit & Long.SIZE - 1) + width > Long.SIZE) {
        words[word + 1] = number >>> -bit;
      }
    }
    return words;
  }

  /**
   * Returns a number.
   *
   * @param place its place, from 0 to the size, exclusively
   */
  public long get(int place) {
    int block = place >>> BLOCK_BITS;
    if (block == full) {
      return last[place & BLOCK_MASK];
    }
    long[] words = blocks[block];
    if (words == null) {
      return least[block];
    }
    int width = widths[block];
    int bit = (place & BLOCK_MASK) * width;
    int word = bit >>> WORD_BITS;
    long number = words[word] >>> bit;
    if ((bit & Long.SIZE - 1) + width > Long.SIZE) {
      number |= words[word + 1] << -bit;
    }
    return least[block] + (number & (1L << width) - 1);
  }
}
