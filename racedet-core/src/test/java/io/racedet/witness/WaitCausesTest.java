package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Notifies of lock 5, and waits of threads 0 and 1. */
class WaitCausesTest {
  private static final int LOCK = 5;
  private static final int NONE = EventHistory.NONE;

  private final WaitCauses waits = new WaitCauses(2);

  @Test
  void cause_beforeAnyWait_isNone() {
    waits.signal(LOCK, 0);
    assertThat(waits.cause(0, LOCK)).isEqualTo(NONE);
    assertThat(waits.cause(1, LOCK)).isEqualTo(NONE);
  }

  @Test
  void cause_isTheLastNotifyOfTheOperandBetweenReleaseAndAcquire() {
    waits.signal(LOCK, 0);
    waits.release(0, LOCK, 1);
    waits.signal(LOCK, 2);
    waits.signal(LOCK, 3);
    waits.signal(LOCK + 1, 4);
    waits.acquire(0, LOCK, 5);
    waits.signal(LOCK, 6);
    assertThat(waits.cause(0, LOCK)).isEqualTo(3);
    assertThat(waits.cause(0, LOCK + 1)).isEqualTo(4);
    assertThat(waits.cause(0, LOCK + 2)).isEqualTo(NONE);
    assertThat(waits.cause(1, LOCK)).isEqualTo(NONE);
  }

  @Test
  void cause_notifiesBeforeAndAfterTheWaitOnly_isNone() {
    waits.signal(LOCK, 0);
    waits.release(0, LOCK, 1);
    waits.acquire(0, LOCK, 2);
    waits.signal(LOCK, 3);
    assertThat(waits.cause(0, LOCK)).isEqualTo(NONE);
  }

  @Test
  void acquireOfAnotherLockThanTheOneReleasedLast_endsNoWait() {
    waits.release(0, LOCK, 0);
    waits.signal(LOCK, 1);
    waits.acquire(0, LOCK, 2);
    waits.release(0, LOCK + 1, 3);
    waits.signal(LOCK, 4);
    waits.acquire(0, LOCK, 5);
    assertThat(waits.cause(0, LOCK)).isEqualTo(1);
  }

  @Test
  void cause_ofASecondWait_isANotifyDuringThatOne() {
    waits.release(1, LOCK, 0);
    waits.signal(LOCK, 1);
    waits.acquire(1, LOCK, 2);
    waits.release(1, LOCK, 3);
    waits.acquire(1, LOCK, 4);
    assertThat(waits.cause(1, LOCK)).isEqualTo(NONE);
  }
}
