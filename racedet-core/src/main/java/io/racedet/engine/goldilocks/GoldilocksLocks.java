package io.racedet.engine.goldilocks;

import io.racedet.event.LockContexts;
import io.racedet.race.AccessContext;

/**
 * Which pairs of contexts have a lock in common that at least one holds exclusively; with a cache.
 */
public final class GoldilocksLocks {
  private static final int CACHE_BITS = 14;
  private static final int CACHE = 1 << CACHE_BITS;
  private static final long MIX = 0x9E37_79B9_7F4A_7C15L; // spreads a key over its high bits
  private static final int YES = 1;

  private final LockContexts contexts;
  private final long[] cache = new long[CACHE]; // | context:31 | other:31 | answer:1 |

  public GoldilocksLocks(LockContexts contexts) {
    this.contexts = contexts;
  }

  /** Whether a common lock protects two accesses by different threads from each other. */
  public boolean protect(long detail, long other) {
    int a = AccessContext.context(detail);
    int b = AccessContext.context(other);
    if (contexts.holdsNothing(a) || contexts.holdsNothing(b)) {
      return false;
    }
    long key = ((long) a << Integer.SIZE - 1 | b) << 1;
    int slot = (int) (key * MIX >>> Long.SIZE - CACHE_BITS);
    long cached = cache[slot];
    if ((cached & ~YES) != key) { // not 0, as one of the two is not the first context
      cached = key | (contexts.protect(a, b) ? YES : 0);
      cache[slot] = cached;
    }
    return (cached & YES) != 0;
  }
}
