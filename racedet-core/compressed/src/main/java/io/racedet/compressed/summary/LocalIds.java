package io.racedet.compressed.summary;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;

/** Numbers the ids that occur in a stretch of a trace, from 0. Not thread-safe. */
public final class LocalIds {
  public static final int NONE = -1;

  private int[] numberOf = new int[16]; // by id, 1 + number
  private int[] ids = new int[16]; // by number
  private int size;

  public void clear() {
    for (int number = 0; number < size; number++) {
      numberOf[ids[number]] = 0;
    }
    size = 0;
  }

  public int size() {
    return size;
  }

  /** The id with a number. */
  public int id(int number) {
    return ids[number];
  }

  /** The number of an id, or {@link #NONE}. */
  public int find(int id) {
    return id < numberOf.length ? numberOf[id] - 1 : NONE;
  }

  /** Assigns the next number to an id that has none. */
  public int add(int id) {
    if (id >= numberOf.length) {
      numberOf = IntArrays.grow(numberOf, id + 1);
    }
    if (size == ids.length) {
      ids = IntArrays.grow(ids, size + 1);
    }
    ids[size] = id;
    numberOf[id] = ++size;
    return size - 1;
  }

  /** The ids by number. */
  public int[] toArray() {
    return Arrays.copyOf(ids, size);
  }
}
