package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Threads that spin are slowed down while they are recorded, lest they fill the recording. */
@RaceFree(repetitions = 1, hangAfter = "5m")
class SpinningLoopsTest {
  /** How many rounds are not delayed. */
  private static final int SHORT_WAIT = 20_000;

  private static final int DELAYED = 1_000;
  private static final long DELAY_NANOS = 100_000;

  private volatile int rounds;

  /** A round records that it counts itself. */
  private void assertDelayed(Runnable hint) {
    long start = System.nanoTime();
    while (rounds < SHORT_WAIT + DELAYED) {
      rounds = rounds + 1;
      hint.run();
    }
    assertThat(System.nanoTime() - start).isGreaterThan((DELAYED - 1) * DELAY_NANOS);
  }

  @Test
  void loopThatYields_isDelayed() {
    assertDelayed(() -> Thread.yield());
  }

  @Test
  void loopWithSpinHints_isDelayed() {
    assertDelayed(() -> Thread.onSpinWait());
  }
}
