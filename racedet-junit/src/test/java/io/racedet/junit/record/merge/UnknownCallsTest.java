package io.racedet.junit.record.merge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which objects are connected while a recording is in progress, and which are over. */
class UnknownCallsTest {
  private final UnknownCalls calls = new UnknownCalls();

  @Test
  void objectAlone_isOverWhenItIsForgotten() {
    assertThat(calls.group(5)).isEqualTo(5);
    assertThat(calls.isOver(5)).isFalse();
    calls.forget(object -> object == 6);
    assertThat(calls.isOver(5)).isFalse();
    calls.forget(object -> object == 5);
    assertThat(calls.isOver(5)).isTrue();
    assertThat(calls.isOver(6)).isFalse();
  }

  /** All are ordered by the calls on the object that represents them, even if it is garbage. */
  @Test
  void connectedObjects_areOverWithTheLastOfThem() {
    calls.connect(1, 2);
    calls.connect(3, 4);
    calls.connect(1, 3);
    calls.connect(2, 4);
    assertThat(calls.group(4)).isEqualTo(1);
    calls.forget(object -> object <= 2);
    assertThat(calls.isOver(1)).isFalse();
    calls.forget(object -> object <= 3);
    assertThat(calls.isOver(1)).isFalse();
    calls.connect(5, 4);
    calls.forget(object -> object <= 4);
    assertThat(calls.isOver(4)).isFalse();
    assertThat(calls.group(4)).isEqualTo(5);
    calls.forget(object -> true);
    assertThat(calls.isOver(1)).isTrue();
    assertThat(calls.isOver(5)).isTrue();
  }

  /**
   * Pairs of connected objects, of which one outlives the other; and one group that is never over.
   */
  @Test
  void groupsThatAreOver_areRemoved_andOthersStay() {
    int pairs = 50_000;
    calls.connect(1, 2);
    for (int pair = 2; pair < pairs; pair++) {
      int one = 2 * pair;
      calls.connect(one, one + 1);
      calls.forget(object -> object == 2 || object > 2 && object <= one);
      assertThat(calls.isOver(one)).isFalse();
      assertThat(calls.group(one + 1)).isEqualTo(one);
      if (pair > 2) {
        assertThat(calls.isOver(one - 1)).isTrue();
        assertThat(calls.isOver(one - 2)).isTrue();
      }
    }
    assertThat(calls.isOver(2)).isFalse();
    assertThat(calls.group(2)).isEqualTo(1);
    assertThat(calls.size()).isLessThan(5_000);
  }
}
