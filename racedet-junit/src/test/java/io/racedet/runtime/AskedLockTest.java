package io.racedet.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.locks.AskedLock;
import io.racedet.runtime.locks.HeldLocks;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.OpCodes;
import java.lang.Thread.State;
import org.junit.jupiter.api.Test;

/** Whether a thread that waits for a lock goes on as soon as the operating system lets it. */
class AskedLockTest extends LocksTestCase {
  private static final long MONITOR = HeldLocks.lock(A, Aspects.MONITOR);
  private static final long LOCK = HeldLocks.lock(A, Aspects.LOCK);

  private final HeldLocks self = thread();
  private final HeldLocks other = thread();
  private final AskedLock asked = new AskedLock(self);

  private boolean isComing(State state) {
    return asked.isComing(threads, state);
  }

  @Test
  void monitorThatAnotherThreadHolds_isComing_onceItIsReleased() {
    other.follow(OpCodes.ACQUIRE, Aspects.MONITOR, A, SITE);
    asked.ask(MONITOR);
    assertThat(isComing(State.BLOCKED)).isFalse();

    other.follow(OpCodes.RELEASE, Aspects.MONITOR, A, SITE);
    assertThat(isComing(State.BLOCKED)).isTrue();
  }

  @Test
  void monitorOfAThreadThatWaitsForANotification_isFree() {
    other.follow(OpCodes.ACQUIRE, Aspects.MONITOR, A, SITE);
    asked.ask(MONITOR);
    other.follow(OpCodes.RELEASE_ALL, Aspects.MONITOR, A, SITE);

    assertThat(isComing(State.BLOCKED)).isTrue();
  }

  @Test
  void threadThatIsNotNotifiedYet_isNotComing() {
    asked.ask(MONITOR);

    assertThat(isComing(State.WAITING)).isFalse();
    assertThat(isComing(State.TIMED_WAITING)).isFalse();
  }

  @Test
  void lockThatReadersHold_isComing_onceTheLastHasReleasedIt() {
    HeldLocks third = thread();
    other.follow(OpCodes.ACQUIRE_SHARED, Aspects.LOCK, A, SITE);
    third.follow(OpCodes.ACQUIRE_SHARED, Aspects.LOCK, A, SITE);
    asked.ask(LOCK);
    other.follow(OpCodes.RELEASE_SHARED, Aspects.LOCK, A, SITE);
    assertThat(isComing(State.WAITING)).isFalse();

    third.follow(OpCodes.RELEASE_SHARED, Aspects.LOCK, A, SITE);
    assertThat(isComing(State.WAITING)).isTrue();
    assertThat(isComing(State.BLOCKED)).isFalse();
  }

  @Test
  void threadThatHasGotTheLock_waitsForSomethingElse() {
    asked.ask(MONITOR);
    self.follow(OpCodes.ACQUIRE, Aspects.MONITOR, A, SITE);
    assertThat(isComing(State.BLOCKED)).isFalse();

    self.follow(OpCodes.RELEASE, Aspects.MONITOR, A, SITE);
    assertThat(isComing(State.BLOCKED)).isFalse();
  }

  @Test
  void threadThatHasComeToItsNextPoint_asksForNothing() {
    assertThat(isComing(State.BLOCKED)).isFalse();
    asked.ask(MONITOR);
    asked.forget();
    assertThat(isComing(State.BLOCKED)).isFalse();
  }
}
