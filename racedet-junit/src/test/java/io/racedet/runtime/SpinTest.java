package io.racedet.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When a thread counts as spinning. */
class SpinTest {
  private static final int ROUNDS = 1_000;
  private static final int MOST_UNDELAYED = 100;

  /** How many of many hints count as spinning, with some accesses before each. */
  private static long spins(int accesses) {
    Recorder recorder = Recorder.start(Recorder.SCHEDULE_NONE, 1, 1_000_000);
    ThreadBuffer self = Hooks.session.buffer();
    long spins =
        IntStream.range(0, ROUNDS)
            .filter(
                round -> {
                  IntStream.range(0, accesses).forEach(i -> Hooks.after(Hooks.field(self, i, 0)));
                  return self.spins();
                })
            .count();
    recorder.stop().close();
    return spins;
  }

  @Test
  void hints_withFewRecordsBetween_areASpin() {
    assertThat(spins(0)).isBetween((long) ROUNDS - MOST_UNDELAYED, ROUNDS - 1L);
    assertThat(spins(1)).isPositive();
  }

  @Test
  void hints_withManyRecordsBetween_areNone() {
    assertThat(spins(50)).isZero();
  }
}
