package io.racedet.runtime.memory;

import java.lang.reflect.Array;

/**
 * What a report needs to know of an object that may have been collected by then: its class and, of
 * an array, its length. Numbers the objects of a recording. Thread-safe.
 */
public final class ObjectShapes {
  /** The length of a class object, whose type is itself. */
  public static final int CLASS = -1;

  private static final int BLOCK_BITS = 8;
  private static final int BLOCK = 1 << BLOCK_BITS;

  private Class<?>[][] types = new Class<?>[16][];
  private int[][] lengths = new int[16][];
  private long last;

  synchronized long add(Object object) {
    long id = last + 1;
    int block = (int) (id >>> BLOCK_BITS);
    if (block >= types.length) {
      grow();
    }
    if (types[block] == null) {
      types[block] = new Class<?>[BLOCK];
    }
    Class<?> type = object instanceof Class<?> self ? self : object.getClass();
    types[block][(int) id & BLOCK - 1] = type;
    if (type == object || type.isArray()) {
      if (lengths[block] == null) {
        lengths[block] = new int[BLOCK];
      }
      lengths[block][(int) id & BLOCK - 1] = type == object ? CLASS : Array.getLength(object);
    }
    last = id;
    return id;
  }

  private void grow() {
    Class<?>[][] moreTypes = new Class<?>[types.length * 2][];
    System.arraycopy(types, 0, moreTypes, 0, types.length);
    int[][] moreLengths = new int[lengths.length * 2][];
    System.arraycopy(lengths, 0, moreLengths, 0, lengths.length);
    types = moreTypes;
    lengths = moreLengths;
  }

  public synchronized Class<?> typeOf(long id) {
    return id <= 0 || id > last ? null : types[(int) (id >>> BLOCK_BITS)][(int) id & BLOCK - 1];
  }

  public synchronized int lengthOf(long id) {
    int[] block = id <= 0 || id > last ? null : lengths[(int) (id >>> BLOCK_BITS)];
    return block == null ? 0 : block[(int) id & BLOCK - 1];
  }
}
