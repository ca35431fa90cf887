package io.racedet.engine.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The locks that a thread holds, compared with a list of them. */
class HeldLocksTest {
  private static final int LOCKS = 8;

  private record Held(int lock, boolean shared, long since) {
    boolean isOf(int aLock, boolean inSharedMode) {
      return lock == aLock && shared == inSharedMode;
    }
  }

  private final HeldLocks locks = new HeldLocks();
  private final List<Held> expected = new ArrayList<>();

  @Test
  void locks_areInTheOrderOfAcquisition() {
    Random random = new Random(15);
    int most = 0;
    for (int time = 1; time <= 2_000; time++) {
      int lock = random.nextInt(LOCKS);
      boolean shared = random.nextBoolean();
      if (expected.stream().noneMatch(held -> held.isOf(lock, shared))) {
        locks.acquire(lock, shared, time);
        expected.add(new Held(lock, shared, time));
      } else {
        release(lock, shared);
      }
      most = Math.max(most, expected.size());
      assertThat(locks.size()).isEqualTo(expected.size());
      for (int i = 0; i < expected.size(); i++) {
        assertThat(locks.lock(i)).isEqualTo(expected.get(i).lock);
        assertThat(locks.isShared(i)).isEqualTo(expected.get(i).shared);
      }
    }
    assertThat(most).isGreaterThan(LOCKS);
  }

  private void release(int lock, boolean shared) {
    int i = 0;
    while (!expected.get(i).isOf(lock, shared)) {
      i++;
    }
    assertThat(locks.release(lock, shared)).isEqualTo(expected.remove(i).since);
  }
}
