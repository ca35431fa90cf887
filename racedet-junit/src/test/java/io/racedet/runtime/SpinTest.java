package io.racedet.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.schedule.Schedule;
import io.racedet.runtime.schedule.SpinCounter;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When a thread counts as spinning. */
class SpinTest {
  private static final int SPINS = 1_000;

  /** At least as many chunks as are recorded: where one begins, a round is not counted. */
  private static final long CHUNKS = 50;

  /** How many of many hints count as spinning, with some accesses before each. */
  private static long spins(int rounds, int accesses) {
    Recorder recorder = Recorder.start(new Plan(Schedule.NONE, 1, 4_000_000));
    ThreadBuffer self = Registry.session.buffer();
    long spins =
        IntStream.range(0, rounds)
            .filter(
                round -> {
                  IntStream.range(0, accesses)
                      .forEach(i -> DataHooks.after(DataHooks.field(self, i, 0, null)));
                  return self.spins();
                })
            .count();
    recorder.stop().close();
    return spins;
  }

  @Test
  void hints_withFewRecordsBetween_areASpinInTheEnd() {
    assertThat(spins(SpinCounter.FREE_SPINS, 1)).isZero();
    assertThat(spins(SpinCounter.FREE_SPINS + SPINS, 1)).isBetween(SPINS - CHUNKS, (long) SPINS);
  }

  @Test
  void hints_withoutARecordBetween_areNone() {
    assertThat(spins(SpinCounter.FREE_SPINS + SPINS, 0)).isZero();
  }

  @Test
  void hints_withManyRecordsBetween_areNone() {
    assertThat(spins(SpinCounter.FREE_SPINS + SPINS, 50)).isZero();
  }
}
