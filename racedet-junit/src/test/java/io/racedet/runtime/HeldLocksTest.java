package io.racedet.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.locks.HeldLocks;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.OpCodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which locks a thread holds, by its operations. */
class HeldLocksTest {
  private static final int LOCK = 1;
  private static final int OTHER = 2;
  private static final int SITE = 7;

  private final HeldLocks locks = new HeldLocks(Thread.currentThread(), 0);

  private void follow(int op, int object) {
    locks.follow(op, Aspects.MONITOR, object, SITE);
  }

  /** A wait that began before the recording ends with the monitor. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void releaseOfALock_thatIsHeldSinceBeforeTheRecording_doesNotCount(boolean hasWaited) {
    if (hasWaited) {
      follow(OpCodes.ACQUIRE_ALL, LOCK);
    }
    follow(OpCodes.RELEASE, LOCK);
    assertThat(locks.count).isZero();
    follow(OpCodes.ACQUIRE, OTHER);
    assertThat(locks.count).isOne();
    follow(OpCodes.RELEASE, OTHER);
    assertThat(locks.count).isZero();
  }

  @Test
  void reentrantAcquires_countEach() {
    follow(OpCodes.ACQUIRE, LOCK);
    follow(OpCodes.ACQUIRE, LOCK);
    follow(OpCodes.RELEASE, LOCK);
    assertThat(locks.count).isOne();
    follow(OpCodes.RELEASE, LOCK);
    assertThat(locks.count).isZero();
    assertThat(locks.isEmpty()).isTrue();
  }
}
