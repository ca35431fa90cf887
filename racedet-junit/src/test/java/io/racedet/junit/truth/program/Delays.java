package io.racedet.junit.truth.program;

import java.util.Arrays;

/**
 * Random times that a thread lets pass without ordering anything; some are longer than the calls
 * wait that have a time limit. One step of the program may be held back until all other threads
 * have ended, or for a long time if they wait for it; another one then for less time, so that calls
 * with a time limit give up.
 */
final class Delays {
  private static final int SHORT_MICROS = 500;
  private static final int LONG_MICROS = 6_000;

  private static final int HELD_MICROS = 25_000;
  private static final int MAX_HELD_MICROS = 100_000;
  private static final int AFTERWARDS_MICROS = 1_000;

  private static int held = -1;
  private static int heldLess = -1;
  private static boolean isHeld;

  /** Which threads of the program run; the last one is the main thread. */
  private static boolean[] running = {};

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

  /** Sometimes lets time pass: before a callback returns, or between two calls of one action. */
  static void sometimes() {
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
      awaitOthers();
      isHeld = false;
    } else if (step == heldLess) {
      spin(HELD_MICROS);
    }
  }

  /** A run with so many threads begins. */
  static void begin(int threads) {
    boolean[] all = new boolean[threads + 1];
    Arrays.fill(all, true);
    running = all;
  }

  /** A thread of the program has taken its last step. */
  static void ended(int thread) {
    running[thread] = false;
  }

  /** The main thread has taken its last step. */
  static void mainEnded() {
    ended(running.length - 1);
  }

  /* The main thread waits for the others, and is not waited for by one of them. */
  private static void awaitOthers() {
    int own = ProgramThreads.current();
    int others = own < 0 ? running.length : running.length - 1;
    long end = System.nanoTime() + MAX_HELD_MICROS * 1000L;
    while (isRunning(others, own) && System.nanoTime() < end) {
      spin(AFTERWARDS_MICROS);
    }
    spin(AFTERWARDS_MICROS);
  }

  private static boolean isRunning(int threads, int own) {
    boolean[] all = running;
    for (int i = 0; i < threads; i++) {
      if (i != own && all[i]) {
        return true;
      }
    }
    return false;
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
