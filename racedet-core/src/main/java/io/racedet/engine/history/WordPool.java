package io.racedet.engine.history;

import java.util.Arrays;

/** Blocks of 2^n words in one array. Not thread-safe. */
public final class WordPool {
  private static final int CLASSES = 31;
  private static final int NONE = -1;
  private static final int LONGEST = Integer.MAX_VALUE - Long.SIZE;

  private long[] words = new long[1024];
  private int used;
  private final int[] released =
      new int[CLASSES]; // by size class: the first free block, linked by first words

  /** Creates a pool without blocks. */
  public WordPool() {
    Arrays.fill(released, NONE);
  }

  /** The array that all blocks are in, until the next call of {@link #acquire}. */
  public long[] words() {
    return words;
  }

  /**
   * {@return a block of 2^sizeClass words: its position; its words are as they were when it was
   * released, the first one 0}
   */
  public int acquire(int sizeClass) {
    int block = released[sizeClass];
    if (block != NONE) {
      released[sizeClass] = (int) words[block];
      words[block] = 0;
      return block;
    }
    int length = 1 << sizeClass;
    if (length > words.length - used) {
      words = Arrays.copyOf(words, roomFor((long) used + length));
    }
    block = used;
    used += length;
    return block;
  }

  /** Releases a block. */
  public void release(int block, int sizeClass) {
    words[block] = released[sizeClass];
    released[sizeClass] = block;
  }

  private int roomFor(long length) {
    if (length > LONGEST) {
      throw new OutOfMemoryError("more than 2^31 words of access history");
    }
    return (int) Math.min(LONGEST, Math.max(words.length * 3L / 2, length));
  }
}
