package io.racedet.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.EffectCode;
import io.racedet.runtime.log.OpCodes;
import io.racedet.runtime.log.Stripes;
import io.racedet.runtime.schedule.Schedule;
import io.racedet.runtime.schedule.ScheduledThread;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Pauses inside modelled calls, seen by what is left of the time that a thread may wait. */
class EffectPauseTest {
  private static final int SEND = EffectCode.of(OpCodes.SEND, Aspects.CHANNEL, 0);
  private static final int RECEIVE = EffectCode.of(OpCodes.RECEIVE, Aspects.CHANNEL, 0);
  private static final int EFFECTS = 200;
  private static final int SEEDS = 16;

  /** How many nanoseconds of pauses a thread makes while it runs effects. */
  private static long paused(Schedule schedule, long seed, Runnable effects) {
    Recorder recorder = Recorder.start(new Plan(schedule, seed, 10_000));
    ScheduledThread self = Registry.session.buffer().scheduled;
    long before = self.allowance;
    effects.run();
    long after = self.allowance;
    recorder.stop().close();
    return before - after;
  }

  private static void sendAndReceive() {
    Object channel = new Object();
    for (int i = 0; i < EFFECTS; i++) {
      Effects.effect(true, SEND, channel);
      Effects.effect(true, RECEIVE, channel);
    }
  }

  private static void sendWhileHolding() {
    ThreadBuffer self = Registry.session.buffer();
    Object variable = new Object();
    for (int i = 0; i < EFFECTS; i++) {
      int token = Registry.session.hold(self, variable, 0, 0);
      self.calls.held = token;
      Effects.effect(true, SEND, variable);
      self.calls.held = Stripes.NOTHING_HELD;
      DataHooks.after(token);
    }
  }

  @Test
  void noise_pausesBesideEffects() {
    assertThat(IntStream.range(0, SEEDS))
        .allSatisfy(
            seed ->
                assertThat(paused(Schedule.NOISE, seed, EffectPauseTest::sendAndReceive))
                    .isPositive());
  }

  @Test
  void noise_whileAStripeIsHeld_doesNotPause() {
    assertThat(IntStream.range(0, SEEDS))
        .allSatisfy(
            seed ->
                assertThat(paused(Schedule.NOISE, seed, EffectPauseTest::sendWhileHolding))
                    .isZero());
  }

  @Test
  void otherSchedules_doNotPause() {
    assertThat(paused(Schedule.NONE, 1, EffectPauseTest::sendAndReceive)).isZero();
    assertThat(paused(Schedule.PRIORITY, 1, EffectPauseTest::sendAndReceive)).isZero();
  }
}
