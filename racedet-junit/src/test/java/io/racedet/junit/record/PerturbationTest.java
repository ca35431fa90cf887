package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.Hooks;
import io.racedet.runtime.Recorder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A sequence of values that another thread hardly ever sees without perturbation. */
class PerturbationTest {
  private static final int REPETITIONS = 100;
  private static final int FIELD = 1;
  private static final int SITE = 1;

  private volatile int value;
  private boolean seen;

  @Test
  void successionOfValues_rotatingSchedules_isSeenInEachRun() throws InterruptedException {
    for (int run = 0; run < 20; run++) {
      long seed = System.nanoTime();
      assertThat(repetitionsUntilSeen(seed)).as("seed %d", seed).isLessThanOrEqualTo(REPETITIONS);
    }
  }

  @Test
  @Tag("soak")
  void successionOfValues_thousandRuns_isSeenInEachRun() throws InterruptedException {
    int[] histogram = new int[REPETITIONS + 2];
    for (int run = 0; run < 1000; run++) {
      histogram[repetitionsUntilSeen(System.nanoTime())]++;
    }
    assertThat(histogram).startsWith(0).endsWith(0);
  }

  private int repetitionsUntilSeen(long seed) throws InterruptedException {
    seen = false;
    int repetition = 0;
    while (!seen && repetition++ < REPETITIONS) {
      int schedule = repetition % (Recorder.SCHEDULE_PRIORITY + 1);
      Recorder recorder = Recorder.start(schedule, seed + repetition, 10_000);
      value = 0;
      Thread writer = HookCalls.start(new Thread(this::write));
      Thread reader = HookCalls.start(new Thread(this::read));
      writer.join();
      reader.join();
      recorder.stop().close();
    }
    return seen ? repetition : REPETITIONS + 1;
  }

  private void write() {
    for (int next = 1; next <= 3; next++) {
      int token = Hooks.volatileField(this, FIELD, SITE);
      value = next;
      Hooks.after(token);
    }
  }

  private void read() {
    boolean inSuccession = true;
    for (int expected = 1; expected <= 3; expected++) {
      int token = Hooks.volatileField(this, FIELD, SITE);
      inSuccession &= value == expected;
      Hooks.after(token);
    }
    if (inSuccession) {
      seen = true;
    }
  }
}
