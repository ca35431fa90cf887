package io.racedet.ids;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;

/** Maps numbers to ids 0..n-1 in the order of their first use. Not thread-safe. */
public final class DenseIds {
  /** In place of the id of a number that has none. */
  public static final int NONE = -1;

  private int[] idPlusOne = new int[0]; // by number
  private int[] numbers = new int[16]; // by id
  private int size;

  /** The id of a number; a new id if the number is used for the first time. */
  public int of(int number) {
    int known = find(number);
    return known != NONE ? known : add(number);
  }

  /** The id of a number, or {@link #NONE}. */
  public int find(int number) {
    return number < idPlusOne.length ? idPlusOne[number] - 1 : NONE;
  }

  /** Gives the next id to a number that has none. */
  public int add(int number) {
    idPlusOne = IntArrays.grow(idPlusOne, number + 1);
    numbers = IntArrays.grow(numbers, size + 1);
    numbers[size] = number;
    idPlusOne[number] = ++size;
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
    idPlusOne[numbers[--size]] = 0;
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
