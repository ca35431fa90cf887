package io.racedet.junit.record;

import io.racedet.runtime.Effects;
import io.racedet.runtime.ModelledCalls;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.EffectCode;
import io.racedet.runtime.log.OpCodes;

/** Calls that the model weaves into the JDK, for tests without weaving. */
final class HookCalls {
  private static final int FORK = EffectCode.of(OpCodes.FORK, Aspects.THREAD, 0);
  private static final int JOIN = EffectCode.of(OpCodes.JOIN, Aspects.THREAD, 0);

  private HookCalls() {}

  static Thread start(Thread thread) {
    ModelledCalls.point();
    Effects.effect(true, FORK, thread);
    thread.start();
    return thread;
  }

  static void join(Thread thread) throws InterruptedException {
    thread.join();
    Effects.effect(true, JOIN, thread);
  }
}
