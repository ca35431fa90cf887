package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.TestTrace;
import io.racedet.witness.unrecorded.UnrecordedAccesses;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reorderings of traces in which accesses are left out. */
class UnrecordedAccessesTest {
  @ParameterizedTest(name = "{0}: {1} {2}")
  @CsvSource({
    // Nothing is left out.
    "'T1|r(x) T2|w(x) T1|r(x)', '1 2', true",
    // Reads: no write in their span, before or after its end.
    "'T1|r(x) T1|again(x) T1|w(y) T1|sw(v) T2|w(x)', '1 5', true",
    "'T1|r(x) T1|again(x) T1|w(y) T1|sw(v) T2|w(x)', '5', true",
    "'T1|r(x) T1|again(x) T1|w(y) T1|sw(v) T2|w(x)', '1 5 2', false",
    "'T1|r(x) T1|again(x) T1|w(y) T1|sw(v) T2|w(x)', '1 2 5', false",
    "'T1|r(x) T1|again(x) T1|w(y) T1|sw(v) T2|w(x)', '1 2 3 4 5', true",
    // Other reads do not matter, nor other variables, nor the thread's own accesses.
    "'T1|r(x) T1|again(x) T1|sw(v) T2|r(x)', '1 2 4', true",
    "'T1|r(x) T1|again(x) T1|sw(v) T2|w(y)', '1 2 4', true",
    "'T1|r(x) T1|again(x) T1|w(x) T1|sw(v) T2|w(x)', '1 2 3 5', true",
    // Writes: neither a read nor a write in their span.
    "'T1|w(x) T1|again(x) T1|sw(v) T2|w(x)', '1 2 4', false",
    "'T1|w(x) T1|again(x) T1|sw(v) T2|w(x)', '1 4', true",
    "'T1|w(x) T1|again(x) T1|sw(v) T2|r(x)', '1 2 4', false",
    // A read of what may not be the last write of the span.
    "'T1|w(x) T1|again(x) T1|sw(v) T2|r(x)', '1 4', false",
    "'T1|w(x) T1|again(x) T1|sw(v) T2|r(x)', '1 2 3 4', true",
    "'T1|w(x) T1|again(x) T2|r(x)', '1', true",
    "'T1|w(x) T1|again(x) T1|ar(z) T2|r(x)', '1 2 3 4', true", // an atomic access ends a span
    // A race in the trace: it is not known what the accesses that are left out see.
    "'T1|r(x) T2|w(x) T1|again(x) T1|w(y)', '1', true",
    "'T1|r(x) T2|w(x) T1|again(x) T1|w(y)', '1 2', true",
    "'T1|r(x) T2|w(x) T1|again(x) T1|w(y)', '1 3', false",
    "'T1|r(x) T1|again(x) T2|w(x) T1|w(y)', '1 2', false",
    "'T1|r(x) T1|again(x) T1|w(y) T1|sw(v) T2|w(x)', '1 2 3', true",
    // Nor what later reads see of them, up to the next write after the span.
    "'T1|w(x) T2|w(x) T1|again(x) T1|sw(v) T3|r(x) T3|w(x) T4|r(x)', '1 2 5', false",
    "'T1|w(x) T2|w(x) T1|again(x) T1|sw(v) T3|r(x) T3|w(x) T4|r(x)', '6 7', true",
    "'T1|w(x) T1|again(x) T2|w(x) T1|sw(v) T3|w(x) T3|r(x)', '5 6', true",
    "'T1|w(x) T2|r(x) T1|again(x) T1|w(y)', '1 3', false",
    "'T1|w(x) T1|again(x) T2|r(x) T1|w(y)', '1 2', false",
    // A race does not matter to another variable.
    "'T1|w(x) T2|w(x) T1|again(x) T3|r(y) T3|again(y)', '4 5', true",
    // An event that is not an access reads nothing, whatever the id of its operand.
    "'T1|w(x) T1|again(x) T2|sw(v)', '1 3', true",
    // A span that has ended is over, whatever the thread does later.
    "'T1|w(x) T1|again(x) T1|sw(v) T2|w(x) T1|sw(v) T2|again(x)', '1 2 3 4 5 6', true",
    // Two threads leave out accesses that conflict.
    "'T1|w(x) T2|w(x) T1|again(x) T2|again(x)', '2 4', false",
    "'T1|w(x) T1|again(x) T1|sw(v) T2|w(x) T2|again(x) T2|sw(v)', '4 5 6 1 2 3', true",
    "'T2|w(x) T2|again(x) T1|w(x) T1|again(x)', '3 4', false",
    // The accesses of a span that overlaps another one's begin.
    "'T1|w(x) T1|again(x) T2|w(x) T1|end T2|again(x) T2|w(y)', '3 5', false"
  })
  void sequence_isAllowed_ifItIsKnownWhatAllAccessesSee(
      String events, String sequence, boolean expected) {
    TestTrace trace = TestTrace.parse(events.split(" "));
    long[] indices = Arrays.stream(sequence.split(" ")).mapToLong(Long::parseLong).toArray();
    EventHistory recorded = Recording.of(trace);
    UnrecordedAccesses unrecorded = new UnrecordedAccesses(recorded);
    assertThat(unrecorded.allow(indices)).isEqualTo(expected);
    assertThat(unrecorded.allow(indices)).isEqualTo(expected); // the same each time
    assertThat(unrecorded.allow(Reordering.of(recorded, indices))).isEqualTo(expected);
  }
}
