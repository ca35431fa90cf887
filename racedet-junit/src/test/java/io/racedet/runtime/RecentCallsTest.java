package io.racedet.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentCallsTest {
  private final RecentCalls calls = new RecentCalls();

  @Test
  void callOnTheSameObject_isNewAfterSynchronisation() {
    assertThat(calls.isNew(1, false, 7)).isTrue();
    assertThat(calls.isNew(1, false, 7)).isFalse();
    assertThat(calls.isNew(1, false, 8)).isTrue();
  }

  @Test
  void readsAfterAWrite_areNot() {
    assertThat(calls.isNew(1, false, 7)).isTrue();
    assertThat(calls.isNew(1, true, 7)).isTrue();
    assertThat(calls.isNew(1, false, 7)).isFalse();
    assertThat(calls.isNew(1, true, 7)).isFalse();
  }

  @Test
  void otherObject_isNew_alsoAtTheSamePlace() {
    assertThat(calls.isNew(1, true, 0)).isTrue();
    assertThat(calls.isNew(2, true, 0)).isTrue();
    assertThat(calls.isNew(17, true, 0)).isTrue();
    assertThat(calls.isNew(1, true, 0)).isTrue();
    assertThat(calls.isNew(2, true, 0)).isFalse();
  }
}
