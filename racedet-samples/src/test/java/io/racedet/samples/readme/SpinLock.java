package io.racedet.samples.readme;

import io.racedet.junit.SyncModel;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The example of a lock that only its annotations tell racedet about. */
final class SpinLock {
  private static final VarHandle HELD;

  static {
    try {
      HELD = MethodHandles.lookup().findVarHandle(SpinLock.class, "held", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private int held;

  @SyncModel("acquire this")
  void lock() {
    while (!tryLock()) {
      Thread.onSpinWait();
    }
  }

  @SyncModel("acquire this if result")
  boolean tryLock() {
    return (int) HELD.getAndBitwiseOrAcquire(this, 1) == 0;
  }

  @SyncModel("release this")
  void unlock() {
    VarHandle.releaseFence();
    HELD.setOpaque(this, 0);
  }
}
