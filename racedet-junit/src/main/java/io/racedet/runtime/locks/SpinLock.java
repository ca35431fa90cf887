package io.racedet.runtime.locks;

import io.racedet.runtime.log.FieldHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lock that is held briefly: a thread spins, and yields only if the holder does not run. It is
 * not a monitor: a virtual thread that blocks on a monitor is resumed by a thread of the JVM, which
 * uses the runtime too. If that thread blocked on the same monitor, neither would ever be resumed.
 */
public final class SpinLock {
  private static final VarHandle HELD = FieldHandle.of(MethodHandles.lookup(), "held", int.class);

  private static final int MAX_SPINS = 64;

  private int held; // 1 while a thread has the lock

  /** Takes the lock if it is free; false if it is not. */
  public boolean tryLock() {
    return HELD.compareAndSet(this, 0, 1);
  }

  /** Takes the lock as soon as it is free. */
  public void lock() {
    for (int spins = 0; !tryLock(); spins++) {
      if (spins < MAX_SPINS) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
  }

  /** Gives it back. */
  public void unlock() {
    HELD.setRelease(this, 0);
  }
}
