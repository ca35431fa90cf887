package io.racedet.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.runtime.locks.DeadlockBroken;
import io.racedet.runtime.locks.HeldLocks;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.OpCodes;
import io.racedet.runtime.schedule.LockCycle;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Threads that are held at their requests until they are a cycle. */
class LockCycleTest extends LocksTestCase {
  private static LockCycle two() {
    return new LockCycle(
        new int[][] {{SITE}, {SITE + 1}}, new boolean[] {false, false}, 0, LockCycle.HELD_NANOS);
  }

  @Test
  void target_bothThreadsAtTheirRequests_oneIsEnded() throws Exception {
    LockCycle cycle =
        new LockCycle(new int[][] {{SITE}, {SITE + 1}}, new boolean[2], 0, LONG_NANOS);
    assertThat(cycle.happened()).isFalse();
    victimOf(cycle, SITE + 1);
    assertThat(cycle.happened()).isTrue();
  }

  /** Only until it has given back the lock that another thread requests. */
  @Test
  void target_threadThatWasEnded_isEndedAgainWhileItHoldsTheLock() throws Exception {
    LockCycle cycle = new LockCycle(new int[][] {{SITE}, {SITE}}, new boolean[2], 0, LONG_NANOS);
    HeldLocks victim = victimOf(cycle, SITE);
    int held = victim.modes(lock(A)) != 0 ? A : B;
    assertThatThrownBy(() -> cycle.arrive(victim, threads, lock(C), SITE + 9))
        .isInstanceOf(DeadlockBroken.class)
        .hasMessageContaining("driven");
    victim.follow(OpCodes.RELEASE, Aspects.LOCK, held, SITE);
    victim.follow(OpCodes.ACQUIRE, Aspects.LOCK, held, SITE);
    assertThatCode(() -> cycle.arrive(victim, threads, lock(C), SITE + 9))
        .doesNotThrowAnyException();
  }

  private HeldLocks victimOf(LockCycle cycle, int site) throws Exception {
    HeldLocks other = thread(A);
    HeldLocks self = thread(B);
    FutureTask<Boolean> task = new FutureTask<>(() -> isEnded(cycle, other, B, SITE));
    new Thread(task).start();
    boolean isSelf = isEnded(cycle, self, A, site);
    assertThat(task.get(1, TimeUnit.MINUTES)).isNotEqualTo(isSelf);
    return isSelf ? self : other;
  }

  private boolean isEnded(LockCycle cycle, HeldLocks self, int asked, int site) {
    while (!cycle.happened()) {
      try {
        cycle.arrive(self, threads, lock(asked), site);
      } catch (DeadlockBroken e) {
        return true;
      }
    }
    return false;
  }

  @Test
  void target_elsewhereOrWithoutTheLock_isReleased() {
    LockCycle cycle = two();
    HeldLocks one = thread(A);
    cycle.arrive(one, threads, lock(B), SITE + 5);
    cycle.arrive(thread(), threads, lock(B), SITE);
    cycle.arrive(one, threads, lock(A), SITE);
    cycle.arrive(one, threads, lock(B), SITE); // held for a while, and nobody comes
    assertThat(cycle.happened()).isFalse();
  }

  @Test
  void target_isWhatCameByItself_atTheSameRequests() {
    HeldLocks one = thread(A);
    HeldLocks two = thread(B);
    cycles.ask(one, threads, null, lock(B), false, SITE);
    assertThatThrownBy(() -> cycles.ask(two, threads, null, lock(A), false, SITE + 1))
        .isInstanceOf(DeadlockBroken.class);
    assertThat(two().isOf(cycles.first())).isTrue();
    LockCycle other =
        new LockCycle(new int[][] {{SITE}, {SITE + 2}}, new boolean[2], 0, LockCycle.HELD_NANOS);
    assertThat(other.isOf(cycles.first())).isFalse();
    other.add(1, SITE + 1);
    assertThat(other.isOf(cycles.first())).isTrue();
  }
}
