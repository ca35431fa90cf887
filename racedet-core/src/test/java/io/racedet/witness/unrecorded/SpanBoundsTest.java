package io.racedet.witness.unrecorded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bounds of the span of a plain access, by positions from 0. */
class SpanBoundsTest {
  private static final int NONE = Integer.MAX_VALUE;

  @ParameterizedTest(name = "{0}: {1} between {2} and {3}")
  @CsvSource({
    // No bound, or only one of another thread.
    "'T1|r(x) T1|w(x)', 0, -1, " + NONE + ", true",
    "'T2|sw(u) T1|r(x) T2|sw(u)', 1, -1, " + NONE + ", true",
    // Plain accesses and those that stand for others are no bounds, but atomic accesses are.
    "'T1|sw(u) T1|w(x) T1|again(x) T1|r(y) T1|w(z) T1|sw(v) T1|r(x)', 3, 0, 5, false",
    "'T1|ar(x) T1|w(x) T1|aw(x) T1|r(x)', 1, 0, 2, false",
    "'T1|sw(u) T1|sw(v) T1|w(x) T1|sw(u) T1|sw(v)', 2, 1, 3, false",
    // The bound that ends a span may be the last event of the thread, which has no last span.
    "'T1|w(x) T1|sw(u)', 0, -1, 1, false",
    // The bounds of a child are its fork and its join as well.
    "'T1|fork(T2) T2|r(x) T1|join(T2)', 1, 0, 2, true",
    "'T1|fork(T2) T2|r(x) T2|sw(u) T1|join(T2)', 1, 0, 2, false"
  })
  void span_isBetweenTheNextBounds_ofItsThread(
      String events, int position, int before, int after, boolean isLast) {
    SpanBounds spans = new SpanBounds(UnlockedTrace.of(events));
    assertThat(spans.before(position)).isEqualTo(before);
    assertThat(spans.after(position)).isEqualTo(after);
    assertThat(spans.isLast(position)).isEqualTo(isLast);
  }
}
