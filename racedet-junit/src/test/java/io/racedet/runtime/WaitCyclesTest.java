package io.racedet.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.racedet.runtime.locks.DeadlockBroken;
import io.racedet.runtime.locks.HeldLocks;
import io.racedet.runtime.locks.RawDeadlock;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.OpCodes;
import io.racedet.runtime.schedule.LockCycle;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.StampedLock;
import org.junit.jupiter.api.Test;

/** What threads hold and request, and the request that completes a cycle. */
class WaitCyclesTest extends LocksTestCase {
  private volatile boolean keptInterrupt;
  private Thread asking;

  @Test
  void modes_followAcquiresAndReleases() {
    HeldLocks locks = thread();
    assertThat(locks.isEmpty()).isTrue();
    locks.follow(OpCodes.ACQUIRE, Aspects.LOCK, A, SITE);
    locks.follow(OpCodes.ACQUIRE, Aspects.LOCK, A, SITE + 1);
    locks.follow(OpCodes.ACQUIRE_SHARED, Aspects.LOCK, B, SITE);
    assertThat(locks.modes(lock(A))).isEqualTo(HeldLocks.EXCLUSIVE);
    assertThat(locks.modes(lock(B))).isEqualTo(HeldLocks.SHARED);
    assertThat(locks.modes(HeldLocks.lock(A, Aspects.MONITOR))).isZero();
    assertThat(locks.count).isEqualTo(3);
    locks.follow(OpCodes.RELEASE, Aspects.LOCK, A, SITE);
    assertThat(locks.modes(lock(A))).isEqualTo(HeldLocks.EXCLUSIVE);
    assertThat(locks.site(0)).isEqualTo(SITE);
    locks.follow(OpCodes.RELEASE, Aspects.LOCK, A, SITE);
    assertThat(locks.modes(lock(A))).isZero();
    assertThat(locks.size()).isOne();
    assertThat(locks.lock(0)).isEqualTo(lock(B));
    locks.follow(OpCodes.RELEASE_SHARED, Aspects.LOCK, B, SITE);
    assertThat(locks.isEmpty()).isTrue();
    assertThat(locks.count).isZero();
  }

  @Test
  void wait_givesTheLockBack_andAsksForItAgainIfOthersAreHeld() {
    HeldLocks alone = thread(A);
    alone.follow(OpCodes.RELEASE_ALL, Aspects.LOCK, A, SITE);
    assertThat(alone.asks()).isFalse();
    HeldLocks locks = thread(A, B, B);
    locks.follow(OpCodes.RELEASE_ALL, Aspects.LOCK, B, SITE);
    assertThat(locks.modes(lock(B))).isZero();
    assertThat(locks.asked()).isEqualTo(lock(B));
    locks.follow(OpCodes.ACQUIRE_ALL, Aspects.LOCK, B, SITE);
    assertThat(locks.asks()).isFalse();
    locks.follow(OpCodes.RELEASE, Aspects.LOCK, B, SITE);
    assertThat(locks.modes(lock(B))).isEqualTo(HeldLocks.EXCLUSIVE);
  }

  @Test
  void manyLocks_areAllKept() {
    HeldLocks locks = thread();
    for (int object = 1; object <= 100; object++) {
      locks.follow(OpCodes.ACQUIRE, Aspects.MONITOR, object, object);
    }
    for (int object = 1; object <= 100; object += 2) {
      locks.follow(OpCodes.RELEASE, Aspects.MONITOR, object, object);
    }
    for (int object = 1; object <= 100; object++) {
      long lock = HeldLocks.lock(object, Aspects.MONITOR);
      assertThat(locks.modes(lock)).isEqualTo(object % 2 == 0 ? HeldLocks.EXCLUSIVE : 0);
    }
  }

  @Test
  void requestThatCompletesACycle_endsWithAnError() {
    HeldLocks one = thread(A);
    HeldLocks two = thread(B);
    HeldLocks three = thread(C);
    ask(one, B);
    ask(two, C);
    Throwable error = catchThrowable(() -> ask(three, A));
    assertThat(error).isInstanceOf(DeadlockBroken.class);
    RawDeadlock.Member[] members = cycles.first().members;
    assertThat(members).extracting(member -> member.slot).containsExactly(2, 0, 1);
    assertThat(members).extracting(member -> member.asked.object).containsExactly(1L, 2L, 3L);
    assertThat(members).extracting(member -> member.asked.site).containsExactly(8, 9, 10);
    assertThat(members[0].held).extracting(lock -> lock.object).containsExactly(3L);
    assertThat(three.asks()).isFalse();
    assertThat(error).hasMessageContaining("completes a deadlock");
    assertThatCode(() -> ask(thread(9), A)).doesNotThrowAnyException();
  }

  @Test
  void noCycle_noError() {
    HeldLocks one = thread(A);
    HeldLocks two = thread(B);
    HeldLocks nothing = thread();
    ask(nothing, A);
    assertThat(nothing.asks()).as("nobody waits for it").isFalse();
    ask(one, A);
    assertThat(one.asks()).as("re-entrant").isFalse();
    ask(one, B);
    ask(two, C);
    two.follow(OpCodes.ACQUIRE, Aspects.LOCK, C, SITE);
    assertThat(two.asks()).as("got it").isFalse();
    ask(thread(9), C);
    one.giveUp();
    ask(two, A);
    assertThat(cycles.first()).isNull();
  }

  @Test
  void readers_doNotKeepEachOtherOut() {
    HeldLocks one = thread();
    one.follow(OpCodes.ACQUIRE_SHARED, Aspects.LOCK, A, SITE);
    HeldLocks two = thread();
    two.follow(OpCodes.ACQUIRE_SHARED, Aspects.LOCK, B, SITE);
    ask(one, B, true);
    ask(two, A, true);
    assertThat(cycles.first()).isNull();
    one.giveUp();
    ask(one, B, false);
    assertThatCode(() -> ask(two, A, true)).doesNotThrowAnyException();
    two.giveUp();
    assertThatThrownBy(() -> ask(two, A, false)).isInstanceOf(DeadlockBroken.class);
  }

  /** Code that is not instrumented may have given it back. */
  @Test
  void stampThatCanBeHad_isNoProof() {
    threadThatHoldsAStampOfA_andAsksForB();
    HeldLocks two = thread(B);
    StampedLock free = new StampedLock();
    cycles.breakStamps();
    assertThatCode(() -> askForA(two, free)).doesNotThrowAnyException();
    two.giveUp();
    free.readLock();
    assertThatThrownBy(() -> askForA(two, free)).isInstanceOf(DeadlockBroken.class);
  }

  /** Any thread may be about to give it back. */
  @Test
  void requestForAStamp_isHeld_untilThereIsNoCycle() throws Exception {
    HeldLocks one = threadThatHoldsAStampOfA_andAsksForB();
    FutureTask<Boolean> isBroken = heldRequestForA();
    one.giveUp();
    assertThat(isBroken.get()).isFalse();
    assertThat(cycles.first()).isNull();
    assertThat(cycles.breakStamps()).as("a thread is held").isFalse();
  }

  @Test
  void requestForAStamp_isHeld_untilItsThreadIsInterrupted() throws Exception {
    threadThatHoldsAStampOfA_andAsksForB();
    FutureTask<Boolean> isBroken = heldRequestForA();
    asking.interrupt();
    assertThat(isBroken.get()).isFalse();
    assertThat(keptInterrupt).isTrue();
  }

  @Test
  void requestForAStamp_isHeld_untilDeadlocksAreBroken() throws Exception {
    threadThatHoldsAStampOfA_andAsksForB();
    FutureTask<Boolean> isBroken = heldRequestForA();
    assertThat(cycles.breakStamps()).as("a thread is held").isTrue();
    assertThat(isBroken.get()).isTrue();
    assertThat(cycles.first().members).extracting(member -> member.asked.object).contains(1L, 2L);
  }

  private HeldLocks threadThatHoldsAStampOfA_andAsksForB() {
    HeldLocks one = thread();
    one.follow(OpCodes.ACQUIRE, Aspects.STAMP, A, SITE);
    assertThat(one.count).isZero();
    assertThat(one.modes(lock(A))).isEqualTo(HeldLocks.EXCLUSIVE);
    ask(one, B);
    return one;
  }

  private void askForA(HeldLocks self, StampedLock owner) {
    cycles.ask(self, threads, owner, lock(A), false, SITE);
  }

  /** A thread that holds B, and is held before its request for A. */
  private FutureTask<Boolean> heldRequestForA() {
    StampedLock owner = new StampedLock();
    owner.writeLock();
    FutureTask<Boolean> isBroken =
        new FutureTask<>(
            () -> {
              HeldLocks self = new HeldLocks(Thread.currentThread(), 1);
              self.follow(OpCodes.ACQUIRE, Aspects.LOCK, B, SITE);
              Throwable error = catchThrowable(() -> askForA(self, owner));
              keptInterrupt = Thread.interrupted();
              assertThat(self.asks()).isEqualTo(error == null);
              return error instanceof DeadlockBroken;
            });
    asking = new Thread(isBroken);
    asking.setDaemon(true);
    asking.start();
    while (asking.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    return isBroken;
  }

  @Test
  void stampThatAnotherThreadHasReleased_isHeldOnceAfterTheNextAcquire() {
    HeldLocks locks = thread();
    locks.follow(OpCodes.ACQUIRE, Aspects.STAMP, A, SITE);
    thread().follow(OpCodes.RELEASE, Aspects.STAMP, A, SITE);
    locks.follow(OpCodes.ACQUIRE, Aspects.STAMP, A, SITE);
    locks.follow(OpCodes.RELEASE, Aspects.STAMP, A, SITE);
    assertThat(locks.isEmpty()).isTrue();
    locks.follow(OpCodes.ACQUIRE_SHARED, Aspects.STAMP, A, SITE);
    locks.follow(OpCodes.ACQUIRE_SHARED, Aspects.STAMP, A, SITE);
    locks.follow(OpCodes.RELEASE_SHARED, Aspects.STAMP, A, SITE);
    assertThat(locks.modes(lock(A))).as("of two readers' stamps").isEqualTo(HeldLocks.SHARED);
  }

  @Test
  void releaseOfAnotherLock_endsTheRequest() {
    HeldLocks one = thread(A, C);
    HeldLocks two = thread(B);
    ask(one, B);
    one.follow(OpCodes.RELEASE, Aspects.LOCK, C, SITE);
    assertThat(one.asks()).isFalse();
    assertThatCode(() -> ask(two, A)).doesNotThrowAnyException();
  }

  /** It may have been for the request, which then ends. */
  @Test
  void interruptedThread_noError_unlessItAsksForAMonitor() {
    HeldLocks one = thread(A);
    HeldLocks two = new HeldLocks(Thread.currentThread(), 1);
    long monitor = HeldLocks.lock(B, Aspects.MONITOR);
    two.follow(OpCodes.ACQUIRE, Aspects.LOCK, B, SITE);
    two.follow(OpCodes.ACQUIRE, Aspects.MONITOR, B, SITE);
    waiting.interrupt();
    ask(one, B);
    assertThatCode(() -> ask(two, A)).doesNotThrowAnyException();
    two.giveUp();
    cycles.ask(one, threads, null, monitor, false, SITE);
    assertThatThrownBy(() -> ask(two, A)).isInstanceOf(DeadlockBroken.class);
  }

  /** What threads have done since is not known. */
  @Test
  void afterTheRecording_noError() {
    HeldLocks one = thread(A);
    HeldLocks two = thread(B);
    ask(one, B);
    isOver = true;
    assertThatCode(() -> ask(two, A)).doesNotThrowAnyException();
    assertThat(cycles.first()).isNull();
  }

  @Test
  void cycleAfterManyThreads_whetherTheyHaveEndedOrNot_endsWithAnError() throws Exception {
    Thread ended = new Thread(() -> {});
    ended.start();
    ended.join();
    for (int i = 0; i < 3_000; i++) {
      HeldLocks one = new HeldLocks(i % 5 == 0 ? waiting : ended, i);
      one.follow(OpCodes.ACQUIRE, Aspects.LOCK, 100 + i, SITE);
      ask(one, 10_000);
    }
    HeldLocks one = thread(A);
    HeldLocks two = thread(B);
    ask(one, B);
    assertThatThrownBy(() -> ask(two, A)).isInstanceOf(DeadlockBroken.class);
    assertThatThrownBy(() -> ask(thread(10_000), 100)).isInstanceOf(DeadlockBroken.class);
  }

  /** There are 8 to the power of 15 paths from thread to thread. */
  @Test
  void manyReadersOfEachLock_areEachLookedAtOnce() {
    for (int layer = 1; layer <= 15; layer++) {
      for (int i = 0; i < 8; i++) {
        HeldLocks reader = thread();
        reader.follow(OpCodes.ACQUIRE_SHARED, Aspects.LOCK, layer, SITE);
        ask(reader, layer + 1);
      }
    }
    HeldLocks self = thread(50);
    assertTimeoutPreemptively(Duration.ofMinutes(2), () -> ask(self, 1));
    assertThatThrownBy(() -> ask(thread(16), 1)).isInstanceOf(DeadlockBroken.class);
    assertThat(cycles.first().members).hasSize(16);
  }

  @Test
  void longCycle_endsWithAnError_andCanBeATarget() {
    int length = 33;
    for (int i = 0; i < length; i++) {
      thread(100 + i);
    }
    for (int i = 0; i < length - 1; i++) {
      ask(all.get(i), 100 + i + 1);
    }
    assertThatThrownBy(() -> ask(all.get(length - 1), 100)).isInstanceOf(DeadlockBroken.class);
    int[][] sites = new int[length][];
    for (int i = 0; i < length; i++) {
      sites[i] = new int[] {SITE + 100 + i};
    }
    LockCycle cycle = new LockCycle(sites, new boolean[length], 0, LockCycle.HELD_NANOS);
    assertThat(cycle.isOf(cycles.first())).isTrue();
    sites[length - 1][0] = SITE;
    LockCycle other = new LockCycle(sites, new boolean[length], 0, LockCycle.HELD_NANOS);
    assertThat(other.isOf(cycles.first())).isFalse();
  }

  @Test
  void switchedOff_noError() {
    HeldLocks one = thread(A);
    HeldLocks two = thread(B);
    cycles.switchOff();
    ask(one, B);
    assertThatCode(() -> ask(two, A)).doesNotThrowAnyException();
    assertThat(cycles.first()).isNull();
  }
}
