package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Walk;
import io.racedet.oracle.TestTrace;
import io.racedet.witness.unrecorded.WalkedAccesses;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reorderings of traces with a range of two accesses, of x and y, at an index. */
class WalkedAccessesTest {
  @ParameterizedTest(name = "{0} at {1}: {2} before {3}")
  @CsvSource({
    // No range.
    "'T1|r(x) T1|r(y) T2|w(x) T2|w(y)', 0, '3 1', '2 4', true",
    // Another thread's conflicting access in the span, before, among or after the range's.
    "'T1|r(x) T1|r(y) T1|sw(v) T2|w(x) T3|w(z) T2|w(z)', 1, '1 2 3 4', '5 6', true",
    "'T1|sw(u) T1|r(x) T1|r(y) T1|sw(v) T2|w(x) T3|w(z) T2|w(z)', 2, '5 1', '6 7', true",
    "'T1|sw(u) T1|r(x) T1|r(y) T1|sw(v) T2|w(x) T3|w(z) T2|w(z)', 2, '1 2 3 5', '6 7', false",
    "'T1|sw(u) T1|r(x) T1|r(y) T1|sw(v) T2|w(y) T3|w(z) T2|w(z)', 2, '1 5 2', '6 7', true",
    "'T1|sw(u) T1|w(x) T1|w(y) T1|sw(v) T2|r(x) T3|w(z) T2|w(z)', 2, '1 2 5', '6 7', false",
    "'T1|sw(u) T1|r(x) T1|r(y) T1|sw(v) T2|r(x) T3|w(z) T2|w(z)', 2, '1 2 5', '6 7', true",
    // The race is on an access of the range: what comes after it in the span may be before it.
    "'T1|w(x) T1|w(y) T1|w(z) T1|sw(v) T2|r(z) T2|w(y)', 1, '1 5', '2 6', false",
    "'T1|w(x) T1|w(y) T1|w(z) T1|sw(v) T2|r(q) T2|w(y)', 1, '1 5', '2 6', true",
    "'T2|w(z) T1|w(x) T1|w(y) T1|r(z) T3|w(y)', 2, '2', '3 5', false",
    "'T2|w(z) T2|sw(v) T1|sr(v) T1|w(x) T1|w(y) T1|r(z) T3|w(y)', 4, '1 2 3 4', '5 7', true",
    // A race in the trace: it is not known what was seen.
    "'T1|r(x) T1|r(y) T2|w(x) T1|w(z) T2|w(z)', 1, '1 2', '4 5', false",
    "'T1|r(x) T1|r(y) T2|w(x) T1|w(z) T2|w(y)', 1, '', '1 3', true",
    "'T1|w(x) T1|w(y) T2|w(x) T1|sw(v) T3|r(x) T3|w(z) T2|w(z)', 1, '5', '6 7', false",
    "'T1|w(x) T1|w(y) T2|w(x) T1|sw(v) T3|w(x) T3|r(x) T3|w(z) T2|w(z)', 1, '5 6', '7 8', true",
    // A span begins at the fork of its thread, and ends at the join.
    "'T1|w(x) T1|fork(T2) T2|w(x) T2|w(y) T1|join(T2) T1|w(x) T1|w(z) T3|w(z)', 3,"
        + " '1 2 3 4 5 6', '7 8', true"
  })
  void sequence_isAllowed_ifItIsKnownWhatAllAccessesSee(
      String events, int range, String sequence, String pair, boolean expected) {
    TestTrace trace = TestTrace.parse(events.split(" "));
    int stride = range == 0 ? 1 : trace.event(range + 1).operand() - trace.event(range).operand();
    int[] variables = {0, 1, 2, 3, 4};
    Map<Integer, Long> walks = range == 0 ? Map.of() : Map.of(range, Walk.of(stride, 2));
    long[] accesses = indices(pair);
    WalkedAccesses walked = new WalkedAccesses(Recording.of(trace, walks, variables));
    assertThat(walked.allow(indices(sequence), accesses[0], accesses[1])).isEqualTo(expected);
  }

  private static long[] indices(String text) {
    return Arrays.stream(text.split(" "))
        .filter(each -> !each.isEmpty())
        .mapToLong(Long::parseLong)
        .toArray();
  }
}
