package io.racedet.junit.truth.raw;

/**
 * Random pauses before and after raw actions. Races of its threads make it more random, no more.
 */
final class RawPauses {
  private static final int KINDS = 8;
  private static final int AFTER = 5;

  /* A call that spins makes thousands of raw actions, and shall end on a busy machine, too. */
  private static final int MAX_PAUSES = 2_000;

  private static long state = 1;
  private static int often;
  private static int focus = -1;
  private static int longest;
  private static int left;

  private RawPauses() {}

  /** Chooses how often, where and how long to pause. */
  static void begin(long seed) {
    state = seed * 0x9E3779B97F4A7C15L | 1;
    int kind = (int) ((next() >>> 33) & 7);
    often = kind == 0 ? 0 : 1 << kind;
    focus = kind >= 4 ? (int) ((next() >>> 33) % KINDS) : -1;
    longest = focus >= 0 ? 400_000 : 40_000;
    left = MAX_PAUSES;
  }

  /** Pauses now and then. */
  static void before(Object owner, long number) {
    int rarity = often; // another run may begin meanwhile
    if (rarity == 0 || left < 0) {
      return;
    }
    long random = next() >>> 20;
    if (focus >= 0 && Math.floorMod(owner.getClass().hashCode() + number, KINDS) == focus) {
      if ((random & 7) == 0) {
        left--;
        pause(random >>> 8);
      }
    } else if (random % (4L * rarity) == 0) {
      left--;
      if ((random >>> 16 & 3) == 0) {
        pause(random >>> 20);
      } else {
        Thread.yield();
      }
    }
  }

  /** Pauses now and then, at other actions than before them. */
  static void after(Object owner, long number) {
    if (owner != null) {
      before(owner, number + AFTER);
    }
  }

  private static void pause(long random) {
    long end = System.nanoTime() + random % longest;
    do {
      Thread.yield();
    } while (System.nanoTime() < end);
  }

  private static long next() {
    long x = state;
    x ^= x << 13;
    x ^= x >>> 7;
    x ^= x << 17;
    state = x;
    return x;
  }
}
