package io.racedet.junit.record.ids;

import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * An int for each number of an object, 0 until it is set. Numbers in use lie close to each other:
 * the memory is 4 bytes a number, in pages, without those of which all numbers are forgotten. Not
 * thread-safe.
 */
public final class NumberedInts {
  private static final int PAGE_BITS = 9;
  private static final int PAGE = 1 << PAGE_BITS;
  private static final int[] EMPTY = new int[PAGE]; // never written

  private int[][] pages = {};

  /** The int of a number, which is not negative. */
  public int get(long number) {
    int page = (int) (number >>> PAGE_BITS);
    return page < pages.length ? pages[page][(int) number & PAGE - 1] : 0;
  }

  /** Sets the int of a number. */
  public void set(long number, int value) {
    int page = (int) (number >>> PAGE_BITS);
    if (page >= pages.length) {
      int known = pages.length;
      pages = Arrays.copyOf(pages, Math.max(page + 1, 2 * known));
      Arrays.fill(pages, known, pages.length, EMPTY);
    }
    if (pages[page] == EMPTY) {
      pages[page] = new int[PAGE];
    }
    pages[page][(int) number & PAGE - 1] = value;
  }

  /** Forgets numbers, whose ints nobody asks for any more. */
  public void forget(LongPredicate numbers) {
    for (int page = 0; page < pages.length; page++) {
      if (pages[page] != EMPTY && isForgotten(page, numbers)) {
        pages[page] = EMPTY;
      }
    }
  }

  private static boolean isForgotten(int page, LongPredicate numbers) {
    for (long number = (long) page << PAGE_BITS, end = number + PAGE; number < end; number++) {
      if (!numbers.test(number)) {
        return false;
      }
    }
    return true;
  }
}
