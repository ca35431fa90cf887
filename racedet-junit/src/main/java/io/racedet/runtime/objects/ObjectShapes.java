package io.racedet.runtime.objects;

import io.racedet.runtime.log.Grown;
import java.lang.reflect.Array;

/**
 * What a report needs to know of an object that may have been collected by then: its class and, of
 * an array, its length. Numbers the objects of a recording, each segment of the table of objects
 * from blocks of numbers of its own. A thread that obtained a number through proper synchronisation
 * can read without locking.
 */
public final class ObjectShapes {
  /** The length of a class object, whose type is itself. */
  public static final int CLASS = -1;

  private static final int FEWEST = 64; // blocks
  private static final int BLOCK_BITS = 4;

  /** How many numbers a segment takes at once. */
  static final int BLOCK = 1 << BLOCK_BITS;

  private volatile Class<?>[][] types = new Class<?>[FEWEST][];
  private volatile int[][] lengths = new int[FEWEST][];
  private volatile Class<?>[][] owners = new Class<?>[FEWEST][];
  private int blocks; // that are taken

  /** The first number of a block that nobody has taken before; none is 0. */
  synchronized long takeBlock() {
    int block = blocks++;
    if (block == types.length) {
      grow();
    }
    types[block] = new Class<?>[BLOCK];
    return ((long) block << BLOCK_BITS) + 1;
  }

  /** How many numbers are in the blocks that were taken: the largest one of them. */
  synchronized long taken() {
    return (long) blocks << BLOCK_BITS;
  }

  /* Those so far are in the array before others see it. */
  private void grow() {
    types = Grown.copy(types, new Class<?>[types.length * 2][]);
    lengths = Grown.copy(lengths, new int[lengths.length * 2][]);
    owners = Grown.copy(owners, new Class<?>[owners.length * 2][]);
  }

  /** Keeps the shape of an object, by a number of a block that the caller has taken. */
  void set(long id, Object object) {
    Class<?> type = object instanceof Class<?> self ? self : object.getClass();
    types[block(id)][place(id)] = type;
    if (type == object || type.isArray()) {
      lengths(block(id))[place(id)] = type == object ? CLASS : Array.getLength(object);
    }
  }

  /* Under the lock: an array that has been copied must not be changed any more. */
  private synchronized int[] lengths(int block) {
    if (lengths[block] == null) {
      lengths[block] = new int[BLOCK];
    }
    return lengths[block];
  }

  /** Keeps the class of the collection that an object is a part of, unless there is one already. */
  public void own(long id, Class<?> owner) {
    if (ownerOf(id) == null) {
      owners(block(id))[place(id)] = owner;
    }
  }

  private synchronized Class<?>[] owners(int block) {
    if (owners[block] == null) {
      owners[block] = new Class<?>[BLOCK];
    }
    return owners[block];
  }

  /** The class of the collection that an object is a part of; null for every other object. */
  public Class<?> ownerOf(long id) {
    Class<?>[][] known = owners;
    return id > 0 && block(id) < known.length && known[block(id)] != null
        ? known[block(id)][place(id)]
        : null;
  }

  /** The class of an object, or itself if it is one; null for a number that is not in use. */
  public Class<?> typeOf(long id) {
    Class<?>[][] known = types;
    return id > 0 && block(id) < known.length && known[block(id)] != null
        ? known[block(id)][place(id)]
        : null;
  }

  /** The length of an array, {@link #CLASS} for a class, 0 for every other object. */
  public int lengthOf(long id) {
    int[][] known = lengths;
    return id > 0 && block(id) < known.length && known[block(id)] != null
        ? known[block(id)][place(id)]
        : 0;
  }

  private static int block(long id) {
    return (int) (id - 1 >>> BLOCK_BITS);
  }

  private static int place(long id) {
    return (int) (id - 1) & BLOCK - 1;
  }
}
