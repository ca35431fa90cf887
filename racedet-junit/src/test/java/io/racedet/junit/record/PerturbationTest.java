package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.DataHooks;
import io.racedet.runtime.Plan;
import io.racedet.runtime.Recorder;
import io.racedet.runtime.schedule.Schedule;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A sequence of values that another thread hardly ever sees without perturbation. */
class PerturbationTest {
  private static final Schedule[] SCHEDULES = {Schedule.NONE, Schedule.NOISE, Schedule.PRIORITY};
  private static final int REPETITIONS = 100;
  private static final int FIELD = 1;
  private static final int SITE = 1;

  private volatile int value;
  private boolean seen;

  @Test
  void successionOfValues_rotatingSchedules_isSeenOnceInHundredRepetitions()
      throws InterruptedException {
    assertSeen(20);
  }

  @Test
  @Tag("soak")
  void successionOfValues_isSeenThousandTimes() throws InterruptedException {
    assertSeen(1000);
  }

  /* The mean is bounded, not the longest run without it: that one has a long tail, the longer the
   * more other programs use the processors. */
  private void assertSeen(int times) throws InterruptedException {
    long seed = System.nanoTime();
    int seenTimes = 0;
    for (int repetition = 1; seenTimes < times; repetition++) {
      assertThat(repetition).as("seed %d", seed).isLessThanOrEqualTo(times * REPETITIONS);
      if (isSeen(SCHEDULES[repetition % SCHEDULES.length], seed + repetition)) {
        seenTimes++;
      }
    }
  }

  private boolean isSeen(Schedule schedule, long seed) throws InterruptedException {
    seen = false;
    Recorder recorder = Recorder.start(new Plan(schedule, seed, 10_000));
    value = 0;
    Thread writer = HookCalls.start(new Thread(this::write));
    Thread reader = HookCalls.start(new Thread(this::read));
    writer.join();
    reader.join();
    recorder.stop().close();
    return seen;
  }

  private void write() {
    for (int next = 1; next <= 3; next++) {
      int token = DataHooks.volatileField(this, FIELD, SITE);
      value = next;
      DataHooks.after(token);
    }
  }

  private void read() {
    boolean inSuccession = true;
    for (int expected = 1; expected <= 3; expected++) {
      int token = DataHooks.volatileField(this, FIELD, SITE);
      inSuccession &= value == expected;
      DataHooks.after(token);
    }
    if (inSuccession) {
      seen = true;
    }
  }
}
