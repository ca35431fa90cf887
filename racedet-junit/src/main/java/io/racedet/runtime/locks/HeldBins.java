package io.racedet.runtime.locks;

import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Bins;
import io.racedet.runtime.log.EffectCode;
import io.racedet.runtime.log.Grown;
import io.racedet.runtime.log.OpCodes;

/**
 * The bins that a thread holds while a map calls code of the program, and its requests for bins.
 * Only deadlocks depend on them. So a bin is recorded as held only once the thread requests another
 * lock, and a request for a bin only if the thread holds a lock. Confined to one thread.
 *
 * <p>An update that looks first, such as {@code computeIfAbsent}, does not wait for the bin where
 * it finds its key. It requests the bin in read mode, and whoever has found a mapping of the key
 * holds it in read mode: those do not exclude each other. Without read mode: who has found none,
 * and other updates. That a bin has one holder at a time, in any mode, is recorded besides: what
 * the map calls for keys with one hash is ordered.
 */
public final class HeldBins {
  /** What the thread knows, and takes what is recorded of its bins. */
  public interface Log {
    /** The number of an object. */
    long idOf(Object object);

    /** Whether a key is the one that is known of a bin, or the first one of it. */
    boolean isKeyOf(long bin, Object key);

    /** The thread is about to request a bin, as a lock. */
    void request(Object map, long lock, boolean shared, int site);

    /** Records an operation on a bin of a map. */
    void record(int op, Object map, long operand, int site);

    /** How many woven methods are on the stack. */
    int wovenMethods();
  }

  private static final int INITIAL = 4;

  private final Log log;
  private final HeldLocks locks;

  /* Of each bin, in the order in which they were acquired. */
  private Object[] maps = new Object[INITIAL];
  private Object[] keys = new Object[INITIAL];
  private long[] hashes = new long[INITIAL];
  private boolean[] shared = new boolean[INITIAL];
  private int[] sites = new int[INITIAL];

  /** How many woven methods were on the stack: code that is called under the bin is above them. */
  private int[] frames = new int[INITIAL];

  private int size;

  /** How many of them, from the first, are recorded. */
  private int recorded;

  /** Starts without a bin, beside the other locks of the thread. */
  public HeldBins(Log log, HeldLocks locks) {
    this.log = log;
    this.locks = locks;
  }

  /** Whether there are bins. */
  public boolean areHeld() {
    return size != 0;
  }

  /**
   * Takes an effect on the bin of a key.
   *
   * @param code an {@link EffectCode}
   * @param site where the call of the map is
   */
  public void effect(int code, Object map, Object key, long hash, int site) {
    switch (EffectCode.op(code)) {
      case OpCodes.BID -> request(map, key, hash, (code & EffectCode.SHARED) != 0, site);
      case OpCodes.ACQUIRE -> hold(map, key, hash, false, site);
      case OpCodes.ACQUIRE_SHARED -> hold(map, key, hash, true, site);
      default -> release(map, hash);
    }
  }

  private void request(Object map, Object key, long hash, boolean looksFirst, int site) {
    acquire();
    long bin = locks.isEmpty() ? Bins.NONE : Bins.of(log.idOf(map), hash);
    if (bin == Bins.NONE) {
      return;
    }
    long lock = HeldLocks.lock(bin, Aspects.BIN);
    if (locks.modes(lock) != 0 || looksFirst && !log.isKeyOf(bin, key)) {
      return; // the bin is its own, or the map may find the key without waiting
    }
    log.request(map, lock, looksFirst, site);
    long operand = hash << EffectCode.BID_BITS | (looksFirst ? EffectCode.BID_SHARED : 0);
    log.record(OpCodes.BID, map, operand, site);
  }

  private void hold(Object map, Object key, long hash, boolean hasFound, int site) {
    locks.giveUp(); // it has got what it has requested
    int now = log.wovenMethods();
    /* Those remain if a stack overflow has prevented the hooks at their ends. */
    while (size > 0 && frames[size - 1] > now) {
      removeLast();
    }
    if (size == maps.length) {
      grow();
    }
    maps[size] = map;
    keys[size] = key;
    hashes[size] = hash;
    shared[size] = hasFound;
    sites[size] = site;
    frames[size++] = now;
  }

  private void grow() {
    maps = Grown.copy(maps, new Object[2 * size]);
    keys = Grown.copy(keys, new Object[2 * size]);
    hashes = Grown.copy(hashes, new long[2 * size]);
    shared = Grown.copy(shared, new boolean[2 * size]);
    sites = Grown.copy(sites, new int[2 * size]);
    frames = Grown.copy(frames, new int[2 * size]);
  }

  /** The thread is about to request a lock: records the bins that it holds. */
  public void acquire() {
    if (recorded < size) {
      int now = log.wovenMethods();
      while (recorded < size && frames[recorded] < now) {
        record(recorded++);
      }
    }
  }

  private void record(int i) {
    long bin = Bins.of(log.idOf(maps[i]), hashes[i]);
    if (bin != Bins.NONE) {
      shared[i] |= !log.isKeyOf(bin, keys[i]);
      int op = shared[i] ? OpCodes.ACQUIRE_SHARED : OpCodes.ACQUIRE;
      log.record(op, maps[i], hashes[i], sites[i]);
    }
  }

  /* The call of the map is about to release the bin, or goes on without it. One that the function
   * of another call makes releases none of that. */
  private void release(Object map, long hash) {
    locks.giveUp();
    int at = size - 1;
    while (at >= 0 && (maps[at] != map || hashes[at] != hash)) {
      at--;
    }
    if (at >= 0 && frames[at] >= log.wovenMethods()) {
      while (size > at) {
        removeLast();
      }
    }
  }

  private void removeLast() {
    int last = --size;
    if (last < recorded) {
      recorded = last;
      if (Bins.of(log.idOf(maps[last]), hashes[last]) != Bins.NONE) {
        int op = shared[last] ? OpCodes.RELEASE_SHARED : OpCodes.RELEASE;
        log.record(op, maps[last], hashes[last], sites[last]);
      }
    }
    maps[last] = null;
    keys[last] = null;
  }
}
