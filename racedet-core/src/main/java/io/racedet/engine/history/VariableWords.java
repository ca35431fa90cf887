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
  private static final long ALL = -1; // the variables of a page

  private final int stride;
  private int[] slots; // by page: that of its first variable, NONE for none
  private long[] words;
  private int[] pages = new int[INITIAL_PAGES]; // in the order of their slots
  private long[] released = new long[INITIAL_PAGES]; // in this order, a bit for each variable
  private int[] free = new int[INITIAL_PAGES]; // slots of pages whose variables are all released
  private int freePages;
  private int used; // slots that are or were in use
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
    return used - freePages * PAGE;
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
    if (page >= slots.length) {
      int known = slots.length;
      slots = Arrays.copyOf(slots, Math.max(page + 1, known + (known >> 1)));
      Arrays.fill(slots, known, slots.length, NONE);
    }
    int slot = freePages > 0 ? free[--freePages] : newSlot();
    slots[page] = slot;
    pages[slot >> PAGE_SHIFT] = page;
    return slot;
  }

  private int newSlot() {
    long least = (used + (long) PAGE) * stride;
    if (least > LONGEST) {
      throw new IllegalStateException(
          "variables: more than " + used + " (expected: at most " + LONGEST / stride + ")");
    }
    if (least > words.length) {
      words = Arrays.copyOf(words, (int) Math.min(LONGEST, Math.max(least, words.length * 3L / 2)));
    }
    int slot = used;
    if (slot >> PAGE_SHIFT == pages.length) {
      pages = Arrays.copyOf(pages, 2 * pages.length);
      released = Arrays.copyOf(released, pages.length);
    }
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

  /**
   * Sets the words of a variable to 0, and uses them for others as soon as all variables of its
   * page were released and none of them has got other words since. What is kept by {@link #slot}
   * must have been reset before.
   */
  public void release(int variable) {
    clear(variable);
    int page = variable >>> PAGE_SHIFT;
    if (find(variable) < 0) {
      return;
    }
    int slot = slots[page];
    int at = slot >> PAGE_SHIFT;
    released[at] |= 1L << variable;
    if (released[at] == ALL) {
      released[at] = 0;
      if (isBlank(slot)) {
        slots[page] = NONE;
        if (freePages == free.length) {
          free = Arrays.copyOf(free, 2 * freePages);
        }
        free[freePages++] = slot;
      }
    }
  }

  private boolean isBlank(int slot) {
    long any = 0;
    for (int i = slot * stride, end = (slot + PAGE) * stride; i < end; i++) {
      any |= words[i];
    }
    return any == 0;
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
