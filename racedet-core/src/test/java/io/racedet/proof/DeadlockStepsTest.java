package io.racedet.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.witness.Reordering;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which events are shown of the reordering of a deadlock of T1 and T2. */
class DeadlockStepsTest {
  /** T1 holds a, and requests b by event 3. */
  private static final String FIRST = "T3|acq(held)  T1|acq(a)  T1|acq(b)  T1|rel(b)  T1|rel(a)  ";

  /** The steps of T2, which holds b, and of T3 on the way there. */
  private static String shown(String events, long... rest) {
    RecordedTrace trace = RecordedTrace.of(FIRST + events + "  T2|acq(b)  T2|acq(a)");
    int size = trace.names.size();
    long[] order =
        LongStream.concat(
                LongStream.of(1, 2),
                LongStream.concat(LongStream.of(rest), LongStream.of(size - 1)))
            .toArray();
    return new WitnessSchedule(trace.history(), trace.names)
        .witness(Reordering.of(trace.history(), order), new long[] {3, size}).schedule().stream()
            .map(step -> step.thread() + "|" + step.event())
            .collect(Collectors.joining("  "));
  }

  private static String shownInOrder(String events) {
    return shown(events, LongStream.range(6, 6 + events.split("  ").length).toArray());
  }

  @ParameterizedTest
  @CsvSource({
    "T2|r(x)  T2|w(x)  T2|r(x)",
    "T2|aw(x)  T2|ar(x)",
    "T2|sw(v)  T2|sr(v)",
    "T2|snd(map)  T2|rcv(map)",
    "T2|rcv(map)  T2|sr(v)  T2|r(x)",
    "T2|acq(bin)  T2|rel(bin)",
    "T2|acq(bin)  T2|notify(bin)  T2|rel(bin)",
    "T2|begin",
    "T2|fork(T4)",
    "T3|snd(map)  T3|sw(v)  T3|w(x)  T3|acq(bin)  T3|rel(bin)",
    "T3|r(x)  T2|r(x)",
    "T3|snd(map)  T2|rcv(other)",
  })
  void whatAThreadDoesForItself_isNotShown(String events) {
    assertThat(shownInOrder(events)).isEqualTo("T2|acq(b)");
  }

  @ParameterizedTest
  @CsvSource({
    "T3|w(x)  T2|r(x)",
    "T3|aw(x)  T2|ar(x)",
    "T3|sw(v)  T2|sr(v)",
    "T3|snd(c)  T2|rcv(c)",
    "T3|notify(b)  T2|wake(b)",
    "T3|snd(c)  T4|rcv(c)  T4|snd(d)  T2|rcv(d)",
  })
  void whatAThreadNeedsOfAnotherOne_isShownOnBothSides(String events) {
    assertThat(shownInOrder(events)).isEqualTo(events + "  T2|acq(b)");
  }

  @ParameterizedTest
  @CsvSource({
    "T3|acq(a)  T3|rel(a)",
    "T3|acq(b)  T3|rel(b)",
    "T2|acq(b)  T2|rel(b)",
    "T3|acqr(a)  T3|relr(a)",
  })
  void locksOfTheCycle_areShown(String events) {
    assertThat(shownInOrder(events)).isEqualTo(events + "  T2|acq(b)");
  }

  @ParameterizedTest
  @CsvSource({
    "T3|snd(c)  T3|snd(d)  T2|rcv(d)  T2|rcv(c), T3|snd(d)  T2|rcv(d)",
    "T3|snd(c)  T3|snd(c)  T2|rcv(c)  T2|rcv(c), T3|snd(c)  T2|rcv(c)",
    "T3|snd(c)  T2|rcv(c)  T3|snd(c)  T2|rcv(c), T3|snd(c)  T2|rcv(c)  T3|snd(c)  T2|rcv(c)",
    "T3|w(x)  T3|fork(T2)  T2|r(x), T3|fork(T2)",
    "T3|fork(T2)  T3|w(x)  T2|r(x), T3|fork(T2)  T3|w(x)  T2|r(x)",
    "T3|w(x)  T2|join(T3)  T2|r(x), T2|join(T3)",
    "T3|snd(c)  T3|acq(b)  T3|rel(b)  T2|acq(b)  T2|rcv(c)  T2|rel(b),"
        + " T3|acq(b)  T3|rel(b)  T2|acq(b)  T2|rel(b)",
  })
  void whatIsKnownByAnotherStep_isNotShown(String events, String expected) {
    assertThat(shownInOrder(events)).isEqualTo(expected + "  T2|acq(b)");
  }

  @ParameterizedTest
  @CsvSource({
    "'T3|acq(m)  T3|rel(m)  T2|acq(m)  T2|rel(m)', ''",
    "'T3|acq(m)  T3|w(x)  T3|rel(m)  T2|acq(m)  T2|w(x)  T2|rel(m)', ''",
    "'T3|acqr(m)  T3|relr(m)  T2|acqr(m)', ''",
    "'T3|acq(m)  T3|rel(m)  T2|acq(m)', 'T3|acq(m)  T3|rel(m)  T2|acq(m)  '",
    "'T3|acqr(m)  T3|relr(m)  T2|acq(m)', 'T3|acqr(m)  T3|relr(m)  T2|acq(m)  '",
    "'T3|acq(m)  T3|acq(a)  T3|rel(a)  T3|rel(m)  T2|acq(m)  T2|w(x)  T2|rel(m)',"
        + " 'T3|acq(m)  T3|acq(a)  T3|rel(a)  T3|rel(m)  T2|acq(m)  T2|rel(m)  '",
    "'T3|rel(held)  T2|acq(held)  T2|rel(held)', 'T3|rel(held)  T2|acq(held)  T2|rel(held)  '",
    "'T3|rel(held)', ''",
  })
  void sectionsOfOtherLocks_areShownWhereTheirOrderMatters(String events, String expected) {
    assertThat(shownInOrder(events)).isEqualTo(expected + "T2|acq(b)");
  }

  @Test
  void sendBehindTheReceiveInTheTrace_isNotNeeded() {
    String events = "T3|snd(c)  T2|rcv(c)  T3|snd(c)  T3|snd(c)";
    assertThat(shown(events, 6, 8, 9, 7)).isEqualTo("T3|snd(c)  T2|rcv(c)  T2|acq(b)");
    assertThat(shown("T2|rcv(c)  T3|snd(c)", 7, 6)).isEqualTo("T2|acq(b)");
  }

  @Test
  void manySteps_onlyTheLastOnesAreShown() {
    String uses = "T3|acq(a)  T3|rel(a)";
    assertThat(shownInOrder((uses + "  ").repeat(30).trim()))
        .startsWith("T3|rel(a)  " + uses)
        .endsWith("  T3|rel(a)  T2|acq(b)")
        .hasSize(("  " + uses).length() * 24 + "T3|rel(a)".length() + "  T2|acq(b)".length());
  }

  @Test
  void witness_isWhole() {
    RecordedTrace trace = RecordedTrace.of(FIRST + "T2|w(x)  T2|acq(b)  T2|acq(a)");
    long[] order = {1, 2, 6, 7};
    var witness =
        new WitnessSchedule(trace.history(), trace.names)
            .witness(Reordering.of(trace.history(), order), new long[] {3, 8});
    assertThat(witness.indices()).containsExactly(order);
    assertThat(witness.asRecorded()).isEqualTo(2);
    assertThat(witness.shown()).isEqualTo(1);
  }
}
