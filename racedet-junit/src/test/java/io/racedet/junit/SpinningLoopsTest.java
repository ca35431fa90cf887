package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Threads that spin are slowed down while they are recorded, lest they fill the recording. */
@RaceFree(repetitions = 1)
class SpinningLoopsTest {
  private static final int ROUNDS = 1_000;

  /** How many rounds are not delayed because they may be the last. */
  private static final int SHORT_WAIT = 100;

  private static final long DELAY_NANOS = 100_000;

  private volatile boolean stopped;

  private static void assertDelayed(long start) {
    assertThat(System.nanoTime() - start).isGreaterThan((ROUNDS - SHORT_WAIT) * DELAY_NANOS);
  }

  @Test
  void loopThatYields_isDelayed() {
    long start = System.nanoTime();
    for (int i = 0; i < ROUNDS && !stopped; i++) {
      Thread.yield();
    }
    assertDelayed(start);
  }

  @Test
  void loopWithSpinHints_isDelayed() {
    long start = System.nanoTime();
    for (int i = 0; i < ROUNDS && !stopped; i++) {
      Thread.onSpinWait();
    }
    assertDelayed(start);
  }
}
