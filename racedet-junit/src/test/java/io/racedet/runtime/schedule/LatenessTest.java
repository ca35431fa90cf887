package io.racedet.runtime.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.locks.HeldLocks;
import org.junit.jupiter.api.Test;

/** Threads that come back late from waiting, as they do where many threads want a processor. */
class LatenessTest {
  private static final int SEED = 1;

  private final BoundedWait waits = new BoundedWait();
  private final ScheduledThread one = thread(0);
  private final ScheduledThread other = thread(1);

  private static ScheduledThread thread(int slot) {
    HeldLocks locks = new HeldLocks(Thread.currentThread(), slot);
    return new ScheduledThread(SEED, ScheduledThread.rootPath(slot), locks, null);
  }

  @Test
  void tooMuchLateness_ofAllThreadsTogether_endsTheWaitsOfAll() {
    waits.comeBack(BoundedWait.MAX_LATENESS_NANOS / 2);
    waits.comeBack(BoundedWait.MAX_LATENESS_NANOS / 2);
    assertThat(waits.mayWait(one)).isTrue();

    waits.comeBack(1);
    assertThat(waits.mayWait(one)).isFalse();
    assertThat(waits.mayWait(other)).isFalse();
    assertThat(other.allowance).isZero();
  }

  @Test
  void timeThatAThreadIsEarly_isNotSetOffAgainstLateness() {
    waits.comeBack(-1);
    waits.comeBack(BoundedWait.MAX_LATENESS_NANOS);
    waits.comeBack(-1);
    assertThat(waits.mayWait(one)).isTrue();

    waits.comeBack(1);
    assertThat(waits.mayWait(one)).isFalse();
  }

  @Test
  void threadThatHasUsedItsAllowanceUp_mayNotWait() {
    one.allowance = 0;
    assertThat(waits.mayWait(one)).isFalse();
    assertThat(waits.mayWait(other)).isTrue();
  }

  @Test
  void pauseAfterTooMuchLateness_isLeftOut() {
    waits.comeBack(BoundedWait.MAX_LATENESS_NANOS + 1);
    waits.pause(one, Long.MAX_VALUE);
    assertThat(one.allowance).isZero();
  }

  @Test
  void shortestPauses_useTheAllowanceUp() {
    long before = one.allowance;
    for (int i = 0; i < 1_000; i++) {
      waits.pause(one, 0);
    }
    assertThat(one.allowance).isLessThan(before);
  }

  @Test
  void recordings_haveTheirOwn() {
    waits.comeBack(2 * BoundedWait.MAX_LATENESS_NANOS);
    assertThat(waits.mayWait(one)).isFalse();
    assertThat(new BoundedWait().mayWait(other)).isTrue();
  }
}
