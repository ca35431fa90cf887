package io.racedet.engine.history;

import java.util.Arrays;

/**
 * For each variable that several threads have accessed, the newest plain write and the newest plain
 * read by a thread other than that of the newest one overall: two words each, in one pooled array.
 */
public final class EraserRows {
  private static final int WORDS = 4;
  private static final int NONE = -1;

  private long[] words = new long[256 * WORDS];
  private int size;
  private int inUse;
  private int released = NONE; // the first free row, linked by first words

  /** Returns an empty row. */
  public int acquire() {
    inUse++;
    int row = released;
    if (row != NONE) {
      released = (int) words[row * WORDS];
      Arrays.fill(words, row * WORDS, (row + 1) * WORDS, 0);
      return row;
    }
    if (size * WORDS == words.length) {
      words = Arrays.copyOf(words, Math.multiplyExact(words.length, 2));
    }
    return size++;
  }

  /** How many rows are in use. */
  public int inUse() {
    return inUse;
  }

  /** Releases a row; its id is reused. */
  public void release(int row) {
    inUse--;
    words[row * WORDS] = released;
    released = row;
  }

  /** Sets the write, or the read, of a row. */
  public void put(int row, boolean write, long epoch, long detail) {
    int at = at(row, write);
    words[at] = epoch;
    words[at + 1] = detail;
  }

  /** The epoch of the write, or the read, of a row; 0 for none. */
  public long epoch(int row, boolean write) {
    return words[at(row, write)];
  }

  /** The detail word of the write, or the read, of a row. */
  public long detail(int row, boolean write) {
    return words[at(row, write) + 1];
  }

  private static int at(int row, boolean write) {
    return row * WORDS + (write ? 1 : 0) * (WORDS / 2);
  }
}
