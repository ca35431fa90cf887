package io.racedet.runtime;

import io.racedet.runtime.locks.HeldLocks;
import io.racedet.runtime.locks.RecordedThreads;
import io.racedet.runtime.locks.WaitCycles;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.OpCodes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Threads that hold and request locks. Objects are numbers. */
abstract class LocksTestCase {
  static final int A = 1;
  static final int B = 2;
  static final int C = 3;
  static final int SITE = 7;

  /* Threads that are held meet long before. */
  static final long LONG_NANOS = 30_000_000_000L;

  private volatile boolean isDone;

  /** Waits while it has not been interrupted. */
  final Thread waiting =
      new Thread(
          () -> {
            while (!isDone) {
              LockSupport.park();
            }
          });

  final List<HeldLocks> all = new ArrayList<>();
  final WaitCycles cycles = new WaitCycles();
  final RecordedThreads threads =
      new RecordedThreads() {
        @Override
        public int count() {
          return all.size();
        }

        @Override
        public HeldLocks locks(int slot) {
          return all.get(slot);
        }

        @Override
        public boolean isOver() {
          return isOver;
        }
      };
  boolean isOver;

  @BeforeEach
  void startWaiting() {
    waiting.start();
    while (waiting.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }

  @AfterEach
  void endWaiting() throws InterruptedException {
    isDone = true;
    LockSupport.unpark(waiting);
    waiting.join();
  }

  final HeldLocks thread(int... held) {
    HeldLocks locks = new HeldLocks(waiting, all.size());
    all.add(locks);
    for (int object : held) {
      locks.follow(OpCodes.ACQUIRE, Aspects.LOCK, object, SITE);
    }
    return locks;
  }

  static long lock(int object) {
    return HeldLocks.lock(object, Aspects.LOCK);
  }

  final void ask(HeldLocks self, int object, boolean shared) {
    cycles.ask(self, threads, null, lock(object), shared, SITE + object);
  }

  final void ask(HeldLocks self, int object) {
    ask(self, object, false);
  }
}
