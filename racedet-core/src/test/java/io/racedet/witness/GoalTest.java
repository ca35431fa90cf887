package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

/** The events that a reordering should make next events at the same time. */
class GoalTest {
  @Test
  void contains_eventsOfTheGoal_andNoOthers() {
    for (Goal goal : new Goal[] {new AccessPair(2, 5), new Goal.LockRequests(new int[] {5, 2})}) {
      assertThat(goal.contains(2)).isTrue();
      assertThat(goal.contains(5)).isTrue();
      assertThat(goal.contains(3)).isFalse();
      assertThat(goal.contains(6)).isFalse();
    }
  }

  /** Each acquire waits for the lock that the other one's section is in. */
  @Test
  void ofRequests_byOneThread_throws() {
    assertNoCycle("T1|acq(a)  T1|acq(b)  T1|rel(b)  T1|rel(a)  T1|acq(b)  T1|acq(a)", 2, 6);
  }

  /** The thread has the lock in read mode, and waits for itself. */
  @Test
  void ofRequests_oneOnly_throws() {
    assertNoCycle("T1|acqr(a)  T1|acq(a)", 2);
  }

  private static void assertNoCycle(String events, long... requests) {
    TraceIndex index = SmallTrace.of(events).index;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Goal.LockRequests.of(index, requests))
        .withMessageContaining("expected: acquires of different locks");
  }
}
