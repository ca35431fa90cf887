package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Single rules of the closure, and what they cost. */
class ClosureCasesTest {
  static final int MANY = 8;
  private static final String START = "U|acq(z)  U|rel(z)  U|w(z)  U|w(u)  V|w(y)  ";

  /**
   * T1's section of l ends only when T4's must, whose read needs it. What T1 does after it says
   * nothing about its order with T3's.
   */
  @Test
  void close_sectionThatEndsLater_isNoLongerTakenForUnfinished() {
    SmallTrace trace =
        SmallTrace.of(
            "T1|acq(l)  T1|w(y)  T1|rel(l)  T3|acq(l)  T3|w(z)  T3|rel(l)  T1|r(z)  T1|w(v)"
                + "  T4|acq(m)  T4|w(q)  T4|r(v)  T4|rel(m)"
                + "  T2|r(y)  T2|r(q)  T2|acq(m)  T2|w(x)  T2|rel(m)  T5|w(x)");
    Closure closure = trace.closure(trace.target(16, 18));
    closure.close();
    assertThat(closure.contradiction()).isNull();
    assertThat(closure.prefix().contains(trace.at(3))).as("the end of T1's").isTrue();
    assertThat(closure.prefix().contains(trace.at(6))).as("the end of T3's").isFalse();
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "1, 2"})
  void put_eventThatNeedsAnAccess_isAContradiction(int earlier, int later) {
    SmallTrace trace = SmallTrace.of("T3|w(y)  T1|w(x)  T1|w(z)  T2|w(x)");
    Closure closure = trace.closure(trace.target(2, 4));
    closure.put(trace.at(earlier), trace.at(later));
    assertThat(closure.contradiction())
        .isEqualTo(new Closure.Contradiction(TraceIndex.NONE, TraceIndex.NONE));
  }

  /** No event has to be visited again but the last three, which an edge backwards concerns. */
  @Test
  void close_edgeBackwardsAtTheEnd_visitsOnlyTheEndAgain() {
    String before = "T1|r(k)  ".repeat(500);
    SmallTrace trace =
        SmallTrace.of(before + "T1|acq(l)  T1|w(x)  T1|rel(l)  T2|acq(l)  T2|rel(l)  T2|w(x)");
    Budget budget = SmallTrace.unlimited();
    Closure closure = trace.closure(trace.target(502, 506), budget);
    closure.close();
    assertThat(closure.edges().size()).isEqualTo(1);
    // Each event is added, sorted and visited.
    assertThat(budget.spent()).isBetween(3L * 503, 3L * 503 + 50);
    Budget small = new Budget(503, SmallTrace.UNLIMITED);
    trace.closure(trace.target(502, 506), small).close();
    assertThat(small.isSpent()).as("visits are steps of what is tried").isTrue();
  }

  /** How often it looks at the groups of y for the events of y that the accesses need. */
  @ParameterizedTest
  @CsvSource({
    "'A|r(y)', 3", // V's write as below; for writes before the read
    "'A|w(y)', 2", // for reads of no write, for earlier writes
    // The later write also asks whether the earlier one is hidden, and for its reads.
    "'B|w(y)  B|w(c)  A|r(c)  A|w(y)', 6",
    // Of the two earlier writes the first one is hidden.
    "'B|w(y)  B|w(c)  C|r(c)  C|w(y)  C|w(d)  A|r(d)  A|w(y)', 11",
  })
  void close_cellOfManyThreads_costsAStepForEachGroupAtEachLook(String events, int looks) {
    long none = spent(events, "M|r(u)");
    assertThat(spent(events, "M|r(z)")).as("another cell").isEqualTo(none);
    assertThat(spent(events, "M|r(y)")).isEqualTo(none + (long) looks * MANY);
  }

  /** It looks once at the groups of l, for a section that has ended or for one that has not. */
  @ParameterizedTest
  @ValueSource(strings = {"A|acq(l)  A|rel(l)", "A|acq(l)"})
  void close_lockOfManyThreads_costsAStepForEachGroupAtEachLook(String events) {
    long none = spent(events, "M|acqr(u)  M|relr(u)");
    assertThat(spent(events, "M|acqr(z)  M|relr(z)")).as("another lock").isEqualTo(none);
    assertThat(spent(events, "M|acqr(l)  M|relr(l)")).isEqualTo(none + MANY);
  }

  /** What a closure costs, with many threads of which the accesses need no event. */
  private static long spent(String needed, String others) {
    SmallTrace trace = amongMany(needed, others);
    Budget budget = SmallTrace.unlimited();
    Closure closure = trace.closure(target(trace, needed), budget);
    closure.close();
    assertThat(closure.contradiction()).isNull();
    return budget.spent();
  }

  /** Events that A's and B's accesses need, and those of many other threads. */
  static SmallTrace amongMany(String needed, String others) {
    String end = needed.endsWith("acq(l)") ? "  A|rel(l)  B|w(x)" : "  B|w(x)";
    String unneeded =
        IntStream.range(0, MANY)
            .mapToObj(i -> "  " + others.replace("M|", "M" + i + "|"))
            .collect(Collectors.joining());
    return SmallTrace.of(START + needed + "  A|w(x)" + end + unneeded);
  }

  static AccessPair target(SmallTrace trace, String needed) {
    int first = (START + needed).split("  ").length + 1;
    return trace.target(first, needed.endsWith("acq(l)") ? first + 2 : first + 1);
  }
}
