package io.racedet.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SortedSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which races of correct reorderings of small traces the relations find and miss. */
class PredictableRacesTest {
  private static final int LONGEST = 40;
  private static final TraceRuns RUNS = TraceRuns.ofReorderings();

  /** All except a few with too many reorderings. */
  static Stream<LitmusCase> litmus() {
    return Litmus.all().filter(litmus -> litmus.trace().size() <= LONGEST);
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void relations_litmus_missNothingAndAreRightFirst(LitmusCase litmus) {
    assertSoundAndComplete(litmus.trace(), new Shares());
  }

  /**
   * The shares show that the traces have such races, including some that happens-before does not
   * have.
   */
  @Test
  void relations_randomTraces_missNothingAndAreRightFirst() {
    Shares shares = new Shares();
    RUNS.checkSome(trace -> assertSoundAndComplete(trace, shares));
    assertShares(shares);
  }

  @Test
  @Tag("soak")
  void relations_manyRandomTraces_missNothingAndAreRightFirst(TestReporter reporter) {
    Shares shares = new Shares();
    RUNS.checkMany(reporter, trace -> assertSoundAndComplete(trace, shares));
    assertShares(shares);
  }

  @Test
  void firstRace_locksTakenInBothOrders_isNoneButThreadsCanDeadlock() {
    TestTrace trace =
        TestTrace.parse(
            "T1|acq(a)",
            "T1|acq(b)",
            "T1|rel(b)",
            "T1|r(x)",
            "T1|rel(a)",
            "T2|acq(b)",
            "T2|acq(a)",
            "T2|rel(a)",
            "T2|w(x)",
            "T2|rel(b)");
    assertThat(new CpRelation(trace).races()).containsExactly(new Pair(4, 9));
    assertThat(new WcpRelation(trace).races()).containsExactly(new Pair(4, 9));
    Reorderings reorderings = new Reorderings(trace);
    assertThat(reorderings.enabled()).isEmpty();
    assertThat(reorderings.deadlock()).isTrue();
  }

  /** The theorem is about nested sections. */
  @Test
  void firstRace_lockPassedHandOverHand_canBeNoneWithoutDeadlock() {
    TestTrace trace =
        TestTrace.parse(
            "T1|acq(a)",
            "T1|acq(b)",
            "T1|rel(a)",
            "T1|w(x)",
            "T1|rel(b)",
            "T2|acq(a)",
            "T2|acq(b)",
            "T2|rel(b)",
            "T2|r(x)",
            "T2|rel(a)");
    assertThat(new CpRelation(trace).races()).containsExactly(new Pair(4, 9));
    assertThat(new WcpRelation(trace).races()).containsExactly(new Pair(4, 9));
    Reorderings reorderings = new Reorderings(trace);
    assertThat(reorderings.enabled()).isEmpty();
    assertThat(reorderings.deadlock()).isFalse();
  }

  /** The theorem is about accesses of which any two that are unordered race. */
  @Test
  void firstRace_behindAtomicReadOfTheWrite_canBeNone() {
    TestTrace trace = TestTrace.parse("T1|aw(x)", "T2|ar(x)", "T2|r(x)");
    assertThat(new WcpRelation(trace).races()).containsExactly(new Pair(1, 3));
    assertThat(new Reorderings(trace).enabled()).isEmpty();
  }

  private static void assertShares(Shares shares) {
    shares.print();
    shares.assertAtLeast(30, "strict pairs");
    shares.assertAtLeast(4, "strict pairs that happens-before has not");
    shares.assertAtLeast(3, "enabled pairs that are not strict");
    shares.assertAtLeast(2, "PWR pairs that are not strict");
    shares.assertAtLeast(1, "a first race of CP that happens-before has not");
    shares.assertAtLeast(1, "a first race of WCP that happens-before has not");
    shares.assertAtLeast(0.1, "deadlocks");
  }

  private static void assertSoundAndComplete(TestTrace trace, Shares shares) {
    Reorderings reorderings = new Reorderings(trace);
    SortedSet<Pair> strict = reorderings.strict();
    assertThat(reorderings.enabled()).containsAll(strict);
    if (!trace.usesSync()) {
      SortedSet<Pair> pwr = new PwrRelation(trace).pairs();
      assertThat(pwr).containsAll(strict);
      assertThat(new WdpRelation(trace).races()).containsAll(strict);
      shares.count("PWR pairs that are not strict", !strict.containsAll(pwr));
    }
    SortedSet<Pair> observed = new HappensBefore(trace).races();
    shares.count("strict pairs", !strict.isEmpty());
    shares.count("strict pairs that happens-before has not", !observed.containsAll(strict));
    shares.count("enabled pairs that are not strict", !strict.containsAll(reorderings.enabled()));
    shares.count("deadlocks", reorderings.deadlock());
    if (trace.isOfSoundnessTheorem()) {
      assertFirstIsRight("CP", new CpRelation(trace).races(), observed, reorderings, shares);
      assertFirstIsRight("WCP", new WcpRelation(trace).races(), observed, reorderings, shares);
    }
  }

  private static void assertFirstIsRight(
      String relation,
      SortedSet<Pair> races,
      SortedSet<Pair> observed,
      Reorderings reorderings,
      Shares shares) {
    if (races.isEmpty()) {
      return;
    }
    Pair first = Pair.firstRace(races);
    boolean enabled = reorderings.enabled().contains(first);
    assertThat(enabled || reorderings.deadlock())
        .as("first race of %s: %s", relation, first)
        .isTrue();
    shares.count(
        "a first race of " + relation + " that happens-before has not", !observed.contains(first));
    shares.count("a first race of " + relation + " is none", !enabled);
  }
}
