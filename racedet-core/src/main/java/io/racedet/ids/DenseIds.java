package io.racedet.ids;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;

/**
 * Maps numbers to ids 0..n-1 in the order of their first use, in pages: the memory is that for the
 * pages with such numbers, and one reference for each page below the largest. Not thread-safe.
 */
public final class DenseIds {
  private static final int PAGE_SHIFT = 8;
  private static final int PAGE = 1 << PAGE_SHIFT;
  private static final int[] NO_PAGE = new int[PAGE]; // never written

  /** In place of the id of a number that has none. */
  public static final int NONE = -1;

  private int[][] idPlusOne = {}; // by page and number
  private int[] numbers = new int[16]; // by id
  private int size;

  /** The id of a number; a new id if the number is used for the first time. */
  public int of(int number) {
    int known = find(number);
    return known != NONE ? known : add(number);
  }

  /** The id of a number, or {@link #NONE}. */
  public int find(int number) {
    int page = number >>> PAGE_SHIFT;
    return page < idPlusOne.length ? idPlusOne[page][number & PAGE - 1] - 1 : NONE;
  }

  /** Gives the next id to a number that has none. */
  public int add(int number) {
    int page = number >>> PAGE_SHIFT;
    if (page >= idPlusOne.length) {
      int known = idPlusOne.length;
      idPlusOne = Arrays.copyOf(idPlusOne, Math.max(page + 1, known + (known >> 1)));
      Arrays.fill(idPlusOne, known, idPlusOne.length, NO_PAGE);
    }
    if (idPlusOne[page] == NO_PAGE) {
      idPlusOne[page] = new int[PAGE];
    }
    numbers = IntArrays.grow(numbers, size + 1);
    numbers[size] = number;
    idPlusOne[page][number & PAGE - 1] = ++size;
    return size - 1;
  }

  /** The number that has an id. */
  public int number(int id) {
    return numbers[id];
  }

  public int size() {
    return size;
  }

  /** Removes the newest id. */
  public void forgetLast() {
    int number = numbers[--size];
    idPlusOne[number >>> PAGE_SHIFT][number & PAGE - 1] = 0;
  }

  /** Removes all ids, in time proportional to their number. */
  public void clear() {
    while (size > 0) {
      forgetLast();
    }
  }

  /** The numbers by id. */
  public int[] toArray() {
    return Arrays.copyOf(numbers, size);
  }
}
