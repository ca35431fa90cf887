package io.racedet.trace.bytes;

import it.unimi.dsi.fastutil.ints.IntArrays;

/** Maps numbers to ids 0..n-1 in the order of their first use. */
public final class DenseIds {
  private static final int UNUSED = 0;

  private int[] idPlusOne = new int[0]; // by number
  private int[] numbers = new int[16]; // by id
  private int size;

  /** The id of a number; a new id if the number is used for the first time. */
  public int of(int number) {
    if (number >= idPlusOne.length) {
      idPlusOne = IntArrays.grow(idPlusOne, number + 1);
    }
    int known = idPlusOne[number];
    return known != UNUSED ? known - 1 : add(number);
  }

  private int add(int number) {
    numbers = IntArrays.grow(numbers, size + 1);
    numbers[size] = number;
    idPlusOne[number] = size + 1;
    return size++;
  }

  /** Removes the newest id. */
  public void forgetLast() {
    idPlusOne[numbers[--size]] = UNUSED;
  }

  public int number(int id) {
    return numbers[id];
  }

  public int size() {
    return size;
  }
}
