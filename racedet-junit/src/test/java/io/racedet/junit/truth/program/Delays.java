package io.racedet.junit.truth.program;

/** Random times that a thread lets pass without ordering anything. */
final class Delays {
  private static final int START_MICROS = 600;
  private static final int BETWEEN_MICROS = 400;

  private long state;

  Delays(long seed, int thread) {
    state = (seed * 0x9E3779B97F4A7C15L ^ (thread + 1) * 0xD1B54A32D192ED03L) | 1;
    below(1);
    below(1);
  }

  void atStart() {
    if (below(3) != 0) {
      spin(below(START_MICROS));
    }
  }

  void between() {
    if (below(4) == 0) {
      spin(below(BETWEEN_MICROS));
    }
  }

  private int below(int bound) {
    state ^= state << 13;
    state ^= state >>> 7;
    state ^= state << 17;
    return (int) ((state >>> 17) % bound);
  }

  private static void spin(int micros) {
    long end = System.nanoTime() + micros * 1000L;
    while (System.nanoTime() < end) {
      Thread.yield();
    }
  }
}
