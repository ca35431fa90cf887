package io.racedet.junit.truth.program;

/**
 * Random times that a thread lets pass without ordering anything; some are longer than the calls
 * wait that have a time limit. One step of the program may be held back for longer than all others
 * need, if nothing keeps them waiting; another one then for less time, so that calls with a time
 * limit give up.
 */
final class Delays {
  private static final int SHORT_MICROS = 500;
  private static final int LONG_MICROS = 6_000;

  private static final int HELD_MICROS = 25_000;
  private static final int LONGER_HELD_MICROS = 60_000;

  private static int held = -1;
  private static int heldLess = -1;
  private static boolean isHeld;

  private long state;

  Delays(long seed, int thread) {
    state = (seed * 0x9E3779B97F4A7C15L ^ (thread + 1) * 0xD1B54A32D192ED03L) | 1;
    below(1);
    below(1);
  }

  void atStart() {
    int kind = below(6);
    if (kind == 0) {
      spin(below(LONG_MICROS));
    } else if (kind < 4) {
      spin(below(SHORT_MICROS));
    }
  }

  void between() {
    int kind = below(12);
    if (kind == 0) {
      spin(below(LONG_MICROS));
    } else if (kind < 3) {
      spin(below(SHORT_MICROS));
    }
  }

  /** Sometimes keeps a callback from returning at once. */
  static void inCallback() {
    long random = System.nanoTime() * 0x9E3779B97F4A7C15L >>> 40;
    if (random % 8 == 0) {
      spin((int) (random >>> 3) % 2_000);
    }
  }

  /** Holds a step back in the runs that follow, and another one for less time; none is negative. */
  static void hold(int step, int other) {
    held = step;
    heldLess = other;
  }

  /** Lets time pass if the step is held back. */
  static void before(int step) {
    if (step == held) {
      isHeld = true;
      spin(heldLess < 0 ? HELD_MICROS : LONGER_HELD_MICROS);
      isHeld = false;
    } else if (step == heldLess) {
      spin(HELD_MICROS);
    }
  }

  /** Waits for a thread, if it holds a step back, so that the run has this step. */
  static void awaitHeld() throws InterruptedException {
    while (isHeld) {
      Thread.sleep(1);
    }
  }

  private int below(int bound) {
    state ^= state << 13;
    state ^= state >>> 7;
    state ^= state << 17;
    return (int) ((state >>> 17) % bound);
  }

  /* Does not sleep, which would react to an interrupt that is meant for a call. */
  private static void spin(int micros) {
    long end = System.nanoTime() + micros * 1000L;
    while (System.nanoTime() < end) {
      Thread.yield();
    }
  }
}
