package io.racedet.runtime.locks;

/**
 * The first key of each bin under which a thread has requested a lock. Keys with one hash share a
 * bin, whether they are equal or not; code of the program is not asked which of them are. A limited
 * number of bins is known. Thread-safe.
 */
public final class BinKeys {
  private static final int INITIAL = 16;
  private static final int MAX_BINS = 4_096;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final SpinLock lock = new SpinLock();

  /* A hash table, at most half full. */
  private long[] bins = new long[INITIAL]; // 0 for a free place
  private Object[] values = new Object[INITIAL]; // keys that are nothing but their values, or null
  private long[] objects = new long[INITIAL]; // the ids of the others
  private int size;

  /**
   * Whether a key is that of a bin: its first one, or equal to that.
   *
   * @param bin the number of the bin, not 0
   * @param value the key if it is nothing but its value; else null
   * @param object the id of the key if it is not
   */
  public boolean isOf(long bin, Object value, long object) {
    lock.lock();
    try {
      int at = find(bin);
      if (bins[at] == 0) {
        return add(at, bin, value, object);
      }
      return objects[at] == object && (value == null || value.equals(values[at]));
    } finally {
      lock.unlock();
    }
  }

  private boolean add(int at, long bin, Object value, long object) {
    if (size == MAX_BINS) {
      return false;
    }
    bins[at] = bin;
    values[at] = value;
    objects[at] = object;
    size++;
    if (2 * size == bins.length) {
      grow();
    }
    return true;
  }

  private void grow() {
    long[] oldBins = bins;
    Object[] oldValues = values;
    long[] oldObjects = objects;
    bins = new long[2 * oldBins.length];
    values = new Object[2 * oldBins.length];
    objects = new long[2 * oldBins.length];
    for (int i = 0; i < oldBins.length; i++) {
      if (oldBins[i] != 0) {
        int at = find(oldBins[i]);
        bins[at] = oldBins[i];
        values[at] = oldValues[i];
        objects[at] = oldObjects[i];
      }
    }
  }

  private int find(long bin) {
    int mask = bins.length - 1;
    int at = (int) (bin * GOLDEN >>> Integer.SIZE) & mask;
    while (bins[at] != 0 && bins[at] != bin) {
      at = at + 1 & mask;
    }
    return at;
  }

  /** The key of a bin if it is nothing but its value, null if it is not, or not known. */
  public Object valueOf(long bin) {
    lock.lock();
    try {
      return values[find(bin)];
    } finally {
      lock.unlock();
    }
  }

  /** The id of the key of a bin; 0 if it is nothing but its value, or not known. */
  public long objectOf(long bin) {
    lock.lock();
    try {
      return objects[find(bin)];
    } finally {
      lock.unlock();
    }
  }
}
