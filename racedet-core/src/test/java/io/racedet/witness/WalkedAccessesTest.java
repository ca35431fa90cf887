package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import io.racedet.event.Walk;
import io.racedet.oracle.TestTrace;
import io.racedet.witness.unrecorded.WalkedAccesses;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reorderings of traces with ranges of two accesses, which begin at some indices. */
class WalkedAccessesTest {
  @ParameterizedTest(name = "{0} at {1}: {2} before {3}")
  @CsvSource({
    // No range.
    "'T1|r(x) T1|r(y) T2|w(x) T2|w(y)', '', '3 1', '2 4', true",
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
        + " '1 2 3 4 5 6', '7 8', true",
    "'T1|w(x) T1|w(y) T1|fork(T2) T2|w(x) T2|w(y) T3|w(z) T4|w(z)', '1 4', '1 2 3 4 5', '6 7', true",
    // A span begins and ends where its bounds are in the reordering.
    "'T1|sw(u) T1|w(x) T1|w(y) T1|sw(v) T2|w(x) T3|w(z) T4|w(z)', 2, '5 1 2 3 4', '6 7', true",
    "'T1|r(x) T1|r(y) T1|sw(v) T2|w(x) T1|r(z) T3|w(z)', 1, '1 2 3 4', '5 6', true",
    // The last span of a thread ends with the thread's last event, if the reordering has that.
    "'T1|fork(T2) T2|r(x) T2|r(y) T1|join(T2) T3|w(x) T3|r(z) T4|w(z)', 2, '1 2 3 5', '6 7', true",
    "'T1|fork(T2) T2|r(x) T2|r(y) T1|join(T2) T3|w(x) T3|r(z) T4|w(z)', 2, '1 2 5 3', '6 7', false",
    "'T1|fork(T2) T2|r(x) T2|r(y) T1|join(T2) T3|w(x) T3|r(z) T4|w(z)', 2, '1 2 5', '6 7', false",
    // What may be before an access in the race has itself a race in the trace, or not.
    "'T1|w(x) T1|w(y) T1|r(z) T1|r(q) T2|w(z) T1|sw(v) T3|w(x)', '1 3', '', '1 7', false",
    "'T1|w(x) T1|w(y) T1|r(z) T1|r(q) T1|sw(v) T2|w(z) T3|w(x)', '1 3', '', '1 7', true",
    // A write outside of a range saw nothing, even if it is in a race with a range.
    "'T1|r(x) T1|r(y) T2|w(x) T2|w(z) T3|w(z)', 1, '3', '4 5', true",
    "'T1|r(x) T1|r(y) T2|w(x) T2|w(y) T2|w(z) T3|w(z)', '1 3', '3 4', '5 6', false",
    // A race does not matter to reads of another variable.
    "'T1|w(x) T1|w(y) T2|w(x) T3|r(z) T3|r(q) T4|w(q)', 1, '4', '5 6', true",
    // A read may be before the write of a range, and then sees what was written before the span.
    "'T2|w(x) T1|sw(u) T1|w(x) T1|w(y) T1|r(x) T1|sw(v) T3|w(z) T4|w(z)', 3, '2 3 4 5', '7 8', false",
    "'T2|w(x) T1|sw(u) T1|w(x) T1|w(y) T1|r(x) T1|sw(v) T3|w(z) T4|w(z)', 3, '1 2 3 4 5', '7 8', true",
    // A read outside of a range is never after a range that comes after it.
    "'T2|w(x) T1|sw(u) T1|w(x) T1|r(x) T1|w(y) T1|w(z) T1|w(x) T1|w(y) T1|sw(v) T3|w(y)', '5 7',"
        + " '2 3 4', '5 10', true",
    // A read that may be before an access in the race sees the write that it saw before its span,
    "'T1|aw(x) T1|w(y) T1|w(z) T1|r(x) T1|sw(v) T2|w(y)', 2, '1', '2 6', true",
    "'T1|w(z) T1|sw(u) T1|w(x) T1|w(y) T1|r(z) T1|sw(v) T2|w(x)', 3, '1 2', '3 7', true",
    "'T2|r(z) T2|w(z) T2|sw(v) T1|sr(v) T1|w(x) T1|w(y) T1|r(z) T1|sw(u) T3|w(x)', 5, '1 2 3 4',"
        + " '5 9', true",
    // or none, though another variable was written,
    "'T2|w(q) T2|sw(u) T1|sr(u) T1|w(x) T1|w(y) T1|r(z) T1|sw(v) T3|w(y)', 4, '1 2 3 4', '5 8', true",
    // or one in its own span.
    "'T1|sw(u) T1|w(z) T1|w(x) T1|w(y) T1|r(z) T1|sw(v) T2|w(x)', 3, '1 2', '3 7', true"
  })
  void sequence_isAllowed_ifItIsKnownWhatAllAccessesSee(
      String events, String ranges, String sequence, String pair, boolean expected) {
    TestTrace trace = TestTrace.parse(events.split(" "));
    Map<Integer, Long> walks = new HashMap<>();
    for (long range : indices(ranges)) {
      int first = (int) range;
      int stride = trace.event(first + 1).operand() - trace.event(first).operand();
      walks.put(first, Walk.of(stride, 2));
    }
    int[] variables = IntStream.range(0, trace.count(Op.Operand.VARIABLE)).toArray();
    EventHistory recorded = Recording.of(trace, walks, variables);
    WalkedAccesses walked = new WalkedAccesses(recorded);
    Reordering reordering = Reordering.of(recorded, indices(sequence));
    assertThat(walked.allow(indices(sequence), indices(pair))).isEqualTo(expected);
    assertThat(walked.allow(reordering, indices(pair))).isEqualTo(expected);
  }

  private static long[] indices(String text) {
    return Arrays.stream(text.split(" "))
        .filter(each -> !each.isEmpty())
        .mapToLong(Long::parseLong)
        .toArray();
  }
}
