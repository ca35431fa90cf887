package io.racedet.engine.history;

import io.racedet.event.EventBlock;
import java.util.Arrays;

/**
 * A fixed number of words for each variable, in one array, initially 0. Only variables near those
 * that are used take memory, so that an array has its ids even if few of its elements are accessed.
 */
public final class VariableWords {
  private static final int LONGEST = Integer.MAX_VALUE - Long.SIZE;
  private static final int PAGE_SHIFT = 6;

  /** How many variables have their words at once, those with the same higher bits. */
  public static final int PAGE = 1 << PAGE_SHIFT;

  private static final int INITIAL_PAGES = 4;
  private static final int NONE = -1;

  private final int stride;
  private int[] slots; // by page: that of its first variable, NONE for none
  private long[] words;
  private int[] pages = new int[INITIAL_PAGES]; // in the order of their slots
  private int used; // variables that have words
  private long touched; // prevents the JIT compiler from removing the loads of touch()

  /** Creates the array for a number of words per variable. */
  public VariableWords(int stride) {
    this.stride = stride;
    words = new long[INITIAL_PAGES * PAGE * stride];
    slots = new int[INITIAL_PAGES];
    Arrays.fill(slots, NONE);
  }

  /** The array, until the next call of {@link #base}. */
  public long[] words() {
    return words;
  }

  /** Whether a variable has words; those without have only zeros, and take no memory. */
  public boolean isUsed(int variable) {
    return find(variable) >= 0;
  }

  /** How many variables have words. */
  public int used() {
    return used;
  }

  /** The position of the first word of a variable. */
  public int base(int variable) {
    return slot(variable) * stride;
  }

  /** The position of a variable among those that have words, which never changes. */
  public int slot(int variable) {
    int slot = find(variable);
    return slot >= 0 ? slot : add(variable >>> PAGE_SHIFT) | variable & PAGE - 1;
  }

  /** The same, but a negative number for a variable without words. */
  public int find(int variable) {
    int page = variable >>> PAGE_SHIFT;
    return page < slots.length ? slots[page] | variable & PAGE - 1 : NONE;
  }

  private int add(int page) {
    long least = (used + (long) PAGE) * stride;
    if (least > LONGEST) {
      throw new IllegalStateException(
          "variables: more than " + used + " (expected: at most " + LONGEST / stride + ")");
    }
    if (least > words.length) {
      words = Arrays.copyOf(words, (int) Math.min(LONGEST, Math.max(least, words.length * 3L / 2)));
    }
    if (page >= slots.length) {
      int known = slots.length;
      slots = Arrays.copyOf(slots, Math.max(page + 1, known + (known >> 1)));
      Arrays.fill(slots, known, slots.length, NONE);
    }
    int slot = used;
    slots[page] = slot;
    if (slot >> PAGE_SHIFT == pages.length) {
      pages = Arrays.copyOf(pages, 2 * pages.length);
    }
    pages[slot >> PAGE_SHIFT] = page;
    used += PAGE;
    return slot;
  }

  /** The variable whose first word is at a position. */
  public int variable(int base) {
    int slot = base / stride;
    return pages[slot >> PAGE_SHIFT] << PAGE_SHIFT | slot & PAGE - 1;
  }

  /**
   * Loads the words of a block's variables into the cache: unlike the loads of an engine, these do
   * not depend on each other.
   */
  public void touch(EventBlock block) {
    long[] events = block.words();
    long[] w = words;
    int[] of = slots;
    int last = of.length - 1;
    long sum = 0;
    for (int i = 0, size = block.size(); i < size; i++) {
      int variable = EventBlock.operand(events[i]);
      int slot = of[Math.min(variable >>> PAGE_SHIFT, last)];
      sum += w[slot == NONE ? 0 : (slot | variable & PAGE - 1) * stride];
    }
    touched = sum;
  }

  /** Sets the words of a variable to 0. */
  public void clear(int variable) {
    int slot = find(variable);
    if (slot >= 0) {
      int from = slot * stride;
      Arrays.fill(words, from, from + stride, 0);
    }
  }
}
