package io.racedet.engine.history;

import io.racedet.event.EventBlock;
import java.util.Arrays;

/** A fixed number of words for each variable, in one array, initially 0. */
public final class VariableWords {
  private static final int LONGEST = Integer.MAX_VALUE - Long.SIZE;
  private static final int INITIAL_VARIABLES = 1024;

  private final int stride;
  private long[] words;
  private long touched; // prevents the JIT compiler from removing the loads of touch()

  /** Creates the array for a number of words per variable. */
  public VariableWords(int stride) {
    this.stride = stride;
    words = new long[INITIAL_VARIABLES * stride];
  }

  /** The array, until the next call of {@link #base}. */
  public long[] words() {
    return words;
  }

  /** The variables from this on have only zeros, and take no memory. */
  public int limit() {
    return words.length / stride;
  }

  /** The position of the first word of a variable. */
  public int base(int variable) {
    long base = (long) variable * stride;
    if (base + stride > words.length) {
      grow(variable, base + stride);
    }
    return (int) base;
  }

  /**
   * Loads the words of a block's variables into the cache: unlike the loads of an engine, these do
   * not depend on each other.
   */
  public void touch(EventBlock block) {
    long[] events = block.words();
    long[] w = words;
    int last = w.length - 1;
    long sum = 0;
    for (int i = 0, size = block.size(); i < size; i++) {
      sum += w[Math.min(EventBlock.operand(events[i]) * stride & Integer.MAX_VALUE, last)];
    }
    touched = sum;
  }

  /** Sets the words of a variable to 0. */
  public void clear(int variable) {
    int from = base(variable);
    Arrays.fill(words, from, from + stride, 0);
  }

  private void grow(int variable, long least) {
    if (least > LONGEST) {
      throw new IllegalStateException(
          "variable: " + variable + " (expected: below " + LONGEST / stride + ")");
    }
    words = Arrays.copyOf(words, (int) Math.min(LONGEST, Math.max(least, words.length * 3L / 2)));
  }
}
