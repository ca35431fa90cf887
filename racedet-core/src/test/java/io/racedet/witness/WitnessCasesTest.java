package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.Pair;
import io.racedet.oracle.Reorderings;
import io.racedet.oracle.TestTrace;
import io.racedet.witness.checker.WitnessChecker;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The search on small cases, one for each rule, each compared with the enumeration. */
class WitnessCasesTest {
  private static final long ENOUGH = 1_000_000;

  /**
   * A section of m in which T1 makes its access, after one of T2 in the trace: only in another
   * order than that of the trace can T1's access be the next event.
   */
  private static final String REVERSED = "T1|acq(m)  T1|w(x)  T1|rel(m)  T2|acq(m)  T2|rel(m)";

  /** What comes behind the first access is what the second one needs. */
  @ParameterizedTest
  @CsvSource({
    "'T1|w(x)  T1|fork(T2)  T2|w(x)', 3",
    "'T1|w(x)  T2|join(T1)  T2|w(x)', 3",
    "'T1|w(x)  T1|w(y)  T2|r(y)  T2|w(x)', 4",
    "'T1|w(x)  T1|aw(y)  T2|ar(y)  T2|w(x)', 4",
    "'T1|w(x)  T1|sw(v)  T2|sr(v)  T2|w(x)', 4",
    "'T1|w(x)  T1|snd(c)  T2|rcv(c)  T2|w(x)', 4",
    "'T1|w(x)  T1|snd(c)  T3|snd(c)  T2|rcv(c)  T2|w(x)', 5",
    "'T1|w(x)  T2|acq(l)  T2|rel(l)  T1|notify(l)  T2|acq(l)  T2|wake(l)  T2|rel(l)  T2|w(x)', 8",
    "'T1|w(x)  T1|w(y)  T3|r(y)  T3|w(z)  T2|r(z)  T2|w(x)', 6",
  })
  void search_accessNeedsWhatIsBehindTheOther_refuted(String events, int second) {
    TestTrace trace = TestTrace.parse(events.split("  "));
    assertThat(new Reorderings(trace).enabled()).doesNotContain(new Pair(1, second));
    assertThat(search(trace, 1, second))
        .isInstanceOfSatisfying(
            SearchResult.Refuted.class,
            refuted -> assertThat(refuted.refutation().kind()).isEqualTo(Refutation.Kind.NEEDED));
  }

  /** What is behind the first access comes before the second one in the trace, not by need. */
  @ParameterizedTest
  @CsvSource({
    "'T1|w(x)  T1|notify(l)  T2|acq(l)  T2|rel(l)  T2|acq(l)  T2|wake(l)  T2|rel(l)  T2|w(x)', 1, 8",
    "'T2|acq(l)  T2|rel(l)  T2|acq(l)  T1|w(x)  T1|notify(l)  T2|wake(l)  T2|rel(l)  T2|w(x)', 4, 8",
    "'T1|w(x)  T1|notify(l)  T2|acq(l)  T2|wake(l)  T2|rel(l)  T2|w(x)', 1, 6",
    "'T1|w(x)  T1|notify(k)  T2|acq(l)  T2|rel(l)  T2|acq(l)  T2|wake(l)  T2|rel(l)  T2|w(x)', 1, 8",
    "'T3|snd(c)  T1|w(x)  T1|snd(d)  T2|rcv(c)  T2|w(x)', 2, 5",
    "'T3|w(y)  T1|w(x)  T2|r(y)  T1|w(y)  T2|w(x)', 2, 5",
    "'T1|acqr(l)  T1|w(x)  T1|relr(l)  T2|acqr(l)  T2|w(x)  T2|relr(l)', 2, 5",
    "'T1|acq(l)  T1|w(x)  T1|rel(l)  T2|acq(k)  T2|w(x)  T2|rel(k)', 2, 5",
    "'T1|acqr(l)  T1|acq(l)  T1|rel(l)  T1|relr(l)  T1|w(x)  T2|w(x)', 5, 6",
  })
  void search_nothingBehindTheFirstIsNeeded_witnessed(String events, int first, int second) {
    assertWitnessed(TestTrace.parse(events.split("  ")), first, second);
  }

  @ParameterizedTest
  @CsvSource({
    "'T1|acq(k)  T1|acq(l)  T1|w(x)  T1|rel(l)  T2|acq(l)  T2|w(x)  T2|rel(l)', 3, 6",
    "'T1|acq(k)  T1|acqr(l)  T1|w(x)  T1|relr(l)  T2|acq(l)  T2|w(x)  T2|rel(l)', 3, 6",
    "'T1|acq(k)  T1|acq(l)  T1|w(x)  T1|rel(l)  T2|acqr(l)  T2|w(x)  T2|relr(l)', 3, 6",
    "'T1|acq(k)  T1|acq(l)  T1|w(x)  T1|rel(l)  T2|acq(m)  T2|acq(l)  T2|acq(n)  T2|w(x)', 3, 8",
  })
  void search_accessesUnderACommonLock_refutedByIt(String events, int first, int second) {
    TestTrace trace = TestTrace.parse(events.split("  "));
    int lock = trace.event(2).operand();
    assertThat(search(trace, first, second))
        .isEqualTo(
            new SearchResult.Refuted(new Refutation(Refutation.Kind.COMMON_LOCK, lock, List.of())));
  }

  /** Sections that exclude each other, which other threads have to finish, in either order. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "T3|acq(l)  T3|w(y)  T3|rel(l)  T4|acq(l)  T4|w(z)  T4|rel(l)",
        "T3|acqr(l)  T3|w(y)  T3|relr(l)  T4|acq(l)  T4|w(z)  T4|rel(l)",
        "T3|acq(l)  T3|w(y)  T3|rel(l)  T4|acqr(l)  T4|w(z)  T4|relr(l)",
        "T3|acqr(l)  T3|w(y)  T3|relr(l)  T4|acqr(l)  T4|w(z)  T4|relr(l)",
        "T5|acqr(l)  T5|w(u)  T5|relr(l)  T3|acqr(l)  T3|w(y)  T3|relr(l)  T4|acq(l)  T4|r(u)"
            + "  T4|w(z)  T4|rel(l)",
        "T4|acq(l)  T4|w(z)  T4|rel(l)  T3|acqr(l)  T3|acqr(k)  T3|w(y)  T3|relr(l)  T3|relr(k)",
      })
  void search_sectionsOfOtherThreads_oneAfterTheOther(String sections) {
    assertWitnessed(REVERSED + "  " + sections + "  T2|r(y)  T2|r(z)  T2|w(x)");
  }

  /** T3's section need not end, so it begins after T4's, which must. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "T3|acq(l)  T3|w(y)  T3|r(x)  T3|rel(l)  T4|acq(l)  T4|w(z)  T4|rel(l)",
        "T3|acqr(l)  T3|w(y)  T3|r(x)  T3|relr(l)  T4|acq(l)  T4|w(z)  T4|rel(l)",
        "T3|acq(l)  T3|w(y)  T3|r(x)  T3|rel(l)  T4|acqr(l)  T4|w(z)  T4|relr(l)",
        "T3|acqr(l)  T3|w(y)  T3|r(x)  T3|relr(l)  T4|acqr(l)  T4|w(z)  T4|relr(l)",
        "T3|acq(l)  T3|w(y)  T3|w(u)  T3|rel(l)  T4|acq(l)  T4|w(z)  T4|rel(l)",
        "T3|acqr(l)  T3|w(y)  T3|w(u)  T3|relr(l)  T4|acq(l)  T4|w(z)  T4|rel(l)",
      })
  void search_sectionThatNeedNotEnd_beginsLast(String sections) {
    assertWitnessed(REVERSED + "  " + sections + "  T2|r(y)  T2|r(z)  T2|w(x)");
  }

  /** The read of y by T3 sees the first write, which the other one must not come before. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "T3|w(y)  T4|r(y)  T4|w(z)  T5|w(y)  T5|w(u)",
        "T3|aw(y)  T4|ar(y)  T4|w(z)  T5|aw(y)  T5|w(u)",
        "T3|sw(y)  T4|sr(y)  T4|w(z)  T5|sw(y)  T5|w(u)",
        "T4|r(y)  T4|w(z)  T5|w(y)  T5|w(u)",
        "T3|w(y)  T4|r(y)  T4|r(y)  T4|w(z)  T5|w(y)  T5|r(y)  T5|w(u)",
      })
  void search_writesAroundARead_keepWhatItSees(String accesses) {
    assertWitnessed(REVERSED + "  " + accesses + "  T2|r(u)  T2|r(z)  T2|w(x)");
  }

  /** T2 must leave its section before T1 enters the one that it cannot leave before its access. */
  @ParameterizedTest
  @CsvSource({
    "'T1|acq(l)  T1|w(y)  T1|w(x)  T1|rel(l)  T2|acq(l)  T2|r(y)  T2|rel(l)  T2|w(x)', 3, 8",
    "'T1|acqr(l)  T1|w(y)  T1|w(x)  T1|relr(l)  T2|acq(l)  T2|r(y)  T2|rel(l)  T2|w(x)', 3, 8",
    "'T1|acq(l)  T1|w(y)  T1|w(x)  T1|rel(l)  T2|acqr(l)  T2|r(y)  T2|relr(l)  T2|w(x)', 3, 8",
    "'T1|acq(l)  T1|w(y)  T1|w(x)  T1|rel(l)  T3|acq(l)  T3|r(y)  T3|rel(l)  T3|w(z)  T2|r(z)"
        + "  T2|w(x)', 3, 10",
  })
  void search_sectionsThatNeedEachOther_refuted(String events, int first, int second) {
    TestTrace trace = TestTrace.parse(events.split("  "));
    assertThat(new Reorderings(trace).enabled()).doesNotContain(new Pair(first, second));
    assertThat(search(trace, first, second))
        .isInstanceOfSatisfying(
            SearchResult.Refuted.class, // not by a choice: the other order is never possible
            refuted -> assertThat(refuted.refutation().kind()).isEqualTo(Refutation.Kind.NEEDED));
  }

  /** Both in shared mode: nothing is in the way. */
  @ParameterizedTest
  @CsvSource({
    "'T1|acqr(l)  T1|w(y)  T1|w(x)  T1|relr(l)  T2|acqr(l)  T2|r(y)  T2|relr(l)  T2|w(x)', 3, 8",
  })
  void search_sharedSections_witnessed(String events, int first, int second) {
    assertWitnessed(TestTrace.parse(events.split("  ")), first, second);
  }

  /** The accesses are the second event and the last one. */
  private static void assertWitnessed(String events) {
    TestTrace trace = TestTrace.parse(events.split("  "));
    assertWitnessed(trace, 2, trace.size());
  }

  private static void assertWitnessed(TestTrace trace, int first, int second) {
    assertThat(new Reorderings(trace).enabled()).contains(new Pair(first, second));
    assertThat(search(trace, first, second))
        .isInstanceOfSatisfying(
            SearchResult.Witnessed.class,
            witnessed ->
                assertThat(
                        new WitnessChecker(Recording.of(trace))
                            .accepts(witnessed.sequence(), first, second))
                    .isTrue());
  }

  private static SearchResult search(TestTrace trace, int first, int second) {
    return new WitnessSearch(Recording.of(trace), ENOUGH, Long.MAX_VALUE).search(first, second);
  }
}
