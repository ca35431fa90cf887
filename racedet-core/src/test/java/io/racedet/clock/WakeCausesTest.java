package io.racedet.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.growth.RetainedBytes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The causes of wakes, searched in all notifies. */
class WakeCausesTest {
  private static final int STEPS = 400;
  private static final int THREADS = 12;
  private static final int OPERANDS = 4;
  private static final Wait NEVER = new Wait(WakeCauses.NO_LOCK, 0, 0);

  private record Wait(int lock, long began, long ended) {}

  private final WakeCauses<Long> causes = new WakeCauses<>();
  private final Map<Integer, List<Long>> notifies = new HashMap<>();
  private final Map<Integer, Wait> released = new HashMap<>(); // not yet ended
  private final Map<Integer, Wait> waits = new HashMap<>();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void cause_ofEachThread_isTheLastNotifyInItsWait(int seed) {
    Random random = new Random(seed);
    for (int time = 1; time <= STEPS; time++) {
      int thread = random.nextInt(1 + random.nextInt(THREADS));
      int operand = random.nextInt(1 + random.nextInt(OPERANDS));
      switch (random.nextInt(20)) {
        case 0, 1, 2, 3 -> release(thread, operand, time);
        case 4, 5, 6, 7 -> acquire(thread, operand, time);
        case 8 -> assertReachable(operand);
        case 9 -> forgetThread(thread, random.nextInt(3) == 0);
        case 10 -> forget(operand, random.nextInt(3) == 0);
        default -> signal(operand, time);
      }
      for (int t = 0; t <= THREADS; t++) {
        assertThat(causes.waitLock(t)).isEqualTo(waits.getOrDefault(t, NEVER).lock);
        for (int of = 0; of <= OPERANDS; of++) {
          assertThat(causes.cause(t, of)).as("step %d", time).isEqualTo(cause(t, of));
        }
      }
    }
  }

  private void release(int thread, int lock, long time) {
    causes.release(thread, lock, time);
    released.put(thread, new Wait(lock, time, 0));
  }

  private void acquire(int thread, int lock, long time) {
    causes.acquire(thread, lock, time);
    Wait begun = released.getOrDefault(thread, NEVER);
    if (begun.lock == lock) {
      waits.put(thread, new Wait(lock, begun.began, time));
    }
  }

  private void signal(int operand, long time) {
    causes.signal(operand, time, time);
    notifies.computeIfAbsent(operand, unseen -> new ArrayList<>()).add(time);
  }

  private void forgetThread(int thread, boolean isWanted) {
    if (isWanted) {
      causes.forgetThread(thread);
      released.remove(thread);
      waits.remove(thread);
    }
  }

  private void forget(int operand, boolean isWanted) {
    if (isWanted) {
      causes.forget(operand);
      notifies.remove(operand);
      for (int thread = 0; thread < THREADS; thread++) {
        if (released.getOrDefault(thread, NEVER).lock == operand) {
          released.remove(thread);
        }
        Wait ended = waits.getOrDefault(thread, NEVER);
        if (ended.lock == operand) {
          waits.put(thread, new Wait(WakeCauses.NO_LOCK, ended.began, ended.ended));
        }
      }
    }
  }

  private Long cause(int thread, int operand) {
    Wait wait = waits.getOrDefault(thread, NEVER);
    return notifies.getOrDefault(operand, List.of()).stream()
        .filter(time -> wait.began < time && time < wait.ended)
        .reduce((earlier, later) -> later)
        .orElse(null);
  }

  /** The newest notify may cause a wake whose wait has not ended. */
  private void assertReachable(int operand) {
    List<Long> all = notifies.getOrDefault(operand, List.of());
    List<Long> reachable = causes.reachable(operand);
    assertThat(reachable).isSorted().doesNotHaveDuplicates().isSubsetOf(all);
    assertThat(reachable).hasSizeLessThanOrEqualTo(THREADS + 1);
    if (!all.isEmpty()) {
      assertThat(reachable).contains(all.get(all.size() - 1));
    }
    for (int thread = 0; thread < THREADS; thread++) {
      if (cause(thread, operand) != null) {
        assertThat(reachable).contains(cause(thread, operand));
      }
    }
  }

  @Test
  void forget_whatWasNotSeen_changesNothing() {
    causes.forgetThread(0);
    causes.forget(0);
    assertThat(causes.waitLock(0)).isEqualTo(WakeCauses.NO_LOCK);
    assertThat(causes.cause(0, 0)).isNull();
    assertThat(causes.reachable(0)).isEmpty();
  }

  /** The id becomes that of another lock, which ends no wait that began with the old one. */
  @Test
  void forget_lock_forgetsItsWaitsThatHaveBegun() {
    causes.release(0, 1, 1);
    causes.signal(0, 2, 2L);
    causes.forget(1);
    causes.acquire(0, 1, 3);
    assertThat(causes.waitLock(0)).isEqualTo(WakeCauses.NO_LOCK);
    assertThat(causes.cause(0, 0)).isNull();
  }

  /** The wake from a condition comes after the last event of its lock. */
  @Test
  void forget_lock_keepsTheCausesOfWaitsThatHaveEnded() {
    causes.release(0, 1, 1);
    causes.signal(0, 2, 2L);
    causes.acquire(0, 1, 3);
    causes.forget(1);
    assertThat(causes.waitLock(0)).isEqualTo(WakeCauses.NO_LOCK);
    assertThat(causes.cause(0, 0)).isEqualTo(2L);
  }

  /** A wait that has ended needs its cause, however many notifies follow. */
  @Test
  void signal_manyTimes_keepsThoseThatMayCauseAWake() {
    for (int thread = 0; thread < 3; thread++) {
      causes.release(thread, 1, 10 * thread + 1);
      causes.signal(0, 10 * thread + 2, 10L * thread + 2);
      causes.acquire(thread, 1, 10 * thread + 3);
    }
    for (long time = 100; time < 10_000; time++) {
      causes.signal(0, time, time);
    }
    assertThat(new RetainedBytes().of(causes)).isLessThan(8_000);
    assertThat(causes.reachable(0)).containsExactly(2L, 12L, 22L, 9_999L);
  }
}
