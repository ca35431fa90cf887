package io.racedet.junit.record;

import io.racedet.runtime.ModelledCalls;
import io.racedet.runtime.memory.Aspects;
import io.racedet.runtime.memory.OpCodes;

/** Calls that the model weaves into the JDK, for tests without weaving. */
final class HookCalls {
  private static final int FORK = ModelledCalls.code(OpCodes.FORK, Aspects.THREAD, 0);
  private static final int JOIN = ModelledCalls.code(OpCodes.JOIN, Aspects.THREAD, 0);

  private HookCalls() {}

  static Thread start(Thread thread) {
    ModelledCalls.point();
    ModelledCalls.effect(true, FORK, thread);
    thread.start();
    return thread;
  }

  static void join(Thread thread) throws InterruptedException {
    thread.join();
    ModelledCalls.effect(true, JOIN, thread);
  }
}
