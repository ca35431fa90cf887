package io.racedet.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.locks.DeadlockBroken;
import io.racedet.runtime.locks.HeldLocks;
import io.racedet.runtime.locks.RecordedThreads;
import io.racedet.runtime.locks.WaitCycles;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.OpCodes;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Threads that really take locks, and say so as hooks do. */
class WaitCyclesStressTest {
  private static final long SEED = 20_230_617;
  private static final int THREADS = 4;
  private static final int LOCKS = 6;

  private static final RecordedThreads THREADS_OF_RECORDING =
      new RecordedThreads() {
        @Override
        public int count() {
          return 0;
        }

        @Override
        public HeldLocks locks(int slot) {
          throw new IndexOutOfBoundsException(slot);
        }

        @Override
        public boolean isOver() {
          return false;
        }
      };

  private final WaitCycles cycles = new WaitCycles();
  private final ReentrantLock[] locks = new ReentrantLock[LOCKS];
  private final AtomicInteger broken = new AtomicInteger();
  private final ExecutorService pool = Executors.newFixedThreadPool(THREADS);

  WaitCyclesStressTest() {
    for (int i = 0; i < LOCKS; i++) {
      locks[i] = new ReentrantLock();
    }
  }

  @AfterEach
  void shutDown() {
    pool.shutdownNow();
  }

  private interface Work {
    void run(int number, HeldLocks self);
  }

  private void run(int threads, Work work) throws Exception {
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      all.add(pool.submit(() -> work.run(number, new HeldLocks(Thread.currentThread(), number))));
    }
    for (Future<?> each : all) {
      each.get(5, TimeUnit.MINUTES);
    }
  }

  private void lock(HeldLocks self, int number) {
    long lock = HeldLocks.lock(number + 1, Aspects.LOCK);
    cycles.ask(self, THREADS_OF_RECORDING, null, lock, false, number);
    locks[number].lock();
    self.follow(OpCodes.ACQUIRE, Aspects.LOCK, number + 1, number);
  }

  private void unlock(HeldLocks self, int number) {
    self.follow(OpCodes.RELEASE, Aspects.LOCK, number + 1, number);
    locks[number].unlock();
  }

  @Test
  void locksInOneOrder_noError() throws Exception {
    run(
        THREADS,
        (number, self) -> {
          SplittableRandom random = new SplittableRandom(SEED + number);
          for (int i = 0; i < 100_000; i++) {
            int mask = random.nextInt(1 << LOCKS);
            for (int lock = 0; lock < LOCKS; lock++) {
              if ((mask >> lock & 1) != 0) {
                lock(self, lock);
              }
            }
            /* In any order: the lock that is removed first moves the others. */
            for (int lock = 0; lock < LOCKS; lock++) {
              int at = (lock + i) % LOCKS;
              if ((mask >> at & 1) != 0) {
                unlock(self, at);
              }
            }
          }
        });
    assertThat(cycles.first()).as("seed %d", SEED).isNull();
  }

  /** Each thread has its lock before any requests that of the next one. */
  @Test
  void locksInACircle_oneRequestOfEachRoundEnds() throws Exception {
    for (int threads = 2; threads <= 3; threads++) {
      int rounds = 5_000;
      int count = threads;
      Phaser phaser = new Phaser(count);
      broken.set(0);
      run(
          count,
          (number, self) -> {
            for (int i = 0; i < rounds; i++) {
              lock(self, number);
              phaser.arriveAndAwaitAdvance();
              int next = (number + 1) % count;
              try {
                lock(self, next);
                unlock(self, next);
              } catch (DeadlockBroken e) {
                broken.incrementAndGet();
              }
              unlock(self, number);
              phaser.arriveAndAwaitAdvance();
            }
          });
      assertThat(broken).as(count + " threads").hasValue(rounds);
    }
  }
}
