package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EngineRun;
import io.racedet.oracle.Pair;
import io.racedet.oracle.Reorderings;
import io.racedet.oracle.Shares;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import java.util.SortedSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** The relations between the reports of the engines and to feasible races. */
class PredictiveEnginesTest {
  private static final TraceRuns RUNS = TraceRuns.ofRelations();
  private static final TraceRuns SMALL_RUNS = TraceRuns.ofReorderings();

  /** The shares show that the engines differ. */
  @Test
  void reports_randomTraces_includeEachOther() {
    Shares shares = new Shares();
    RUNS.checkSome(trace -> assertInclusions(trace, shares));
    assertDifferent(shares);
  }

  @Test
  @Tag("soak")
  void reports_manyRandomTraces_includeEachOther(TestReporter reporter) {
    Shares shares = new Shares();
    RUNS.checkMany(reporter, trace -> assertInclusions(trace, shares));
    assertDifferent(shares);
  }

  private static void assertDifferent(Shares shares) {
    shares.print();
    shares.assertAtLeast(20, "djit reports more than shb");
    shares.assertAtLeast(0.5, "cp finds a race and djit none");
    shares.assertAtLeast(10, "cp reports a pair that djit does not");
    shares.assertAtLeast(3, "wcp reports more than cp");
    shares.assertAtLeast(10, "wdp reports more than pwr-ee");
  }

  private static void assertInclusions(TestTrace trace, Shares shares) {
    SortedSet<Pair> shb = pairs("shb", trace);
    SortedSet<Pair> djit = pairs("djit", trace);
    SortedSet<Pair> cp = pairs("cp", trace);
    SortedSet<Pair> wcp = pairs("wcp", trace);
    SortedSet<Pair> pwr = pairs("pwr-ee", trace);
    SortedSet<Pair> wdp = pairs("wdp", trace);
    assertCovers(djit, shb, trace);
    assertCovers(wcp, cp, trace);
    assertCovers(wdp, pwr, trace);
    if (!trace.usesSync()) {
      assertCovers(wcp, djit, trace);
      assertThat(cp.isEmpty() && !djit.isEmpty()).as("a race for djit and none for cp").isFalse();
    }
    shares.count("djit reports more than shb", !covers(shb, djit, trace));
    shares.count("cp finds a race and djit none", djit.isEmpty() && !cp.isEmpty());
    shares.count("cp reports a pair that djit does not", !djit.containsAll(cp));
    shares.count("wcp finds a race and cp none", cp.isEmpty() && !wcp.isEmpty());
    shares.count("wcp reports more than cp", !covers(cp, wcp, trace));
    shares.count("wdp reports more than pwr-ee", !covers(pwr, wdp, trace));
  }

  /**
   * The shares show that there are such races, including some that happens-before does not have.
   */
  @Test
  void reports_smallRandomTraces_missNothingAndAreRightFirst() {
    Shares shares = new Shares();
    SMALL_RUNS.checkSome(trace -> assertSoundAndComplete(trace, shares));
    assertPredicted(shares);
  }

  @Test
  @Tag("soak")
  void reports_manySmallRandomTraces_missNothingAndAreRightFirst(TestReporter reporter) {
    Shares shares = new Shares();
    SMALL_RUNS.checkMany(reporter, trace -> assertSoundAndComplete(trace, shares));
    assertPredicted(shares);
  }

  private static void assertPredicted(Shares shares) {
    shares.print();
    shares.assertAtLeast(4, "a strict pair that djit does not report");
    shares.assertAtLeast(2, "a first race of cp that djit does not report");
    shares.assertAtLeast(2, "a first race of wcp that djit does not report");
  }

  private static void assertSoundAndComplete(TestTrace trace, Shares shares) {
    Reorderings reorderings = new Reorderings(trace);
    SortedSet<Pair> djit = pairs("djit", trace);
    if (!trace.usesSync()) {
      assertThat(pairs("pwr-ee", trace)).containsAll(reorderings.strict());
      assertCovers(pairs("wdp", trace), reorderings.strict(), trace);
    }
    shares.count(
        "a strict pair that djit does not report", !covers(djit, reorderings.strict(), trace));
    if (trace.isOfSoundnessTheorem()) {
      assertFirstIsRight("cp", trace, reorderings, djit, shares);
      assertFirstIsRight("wcp", trace, reorderings, djit, shares);
    }
  }

  private static void assertFirstIsRight(
      String engine,
      TestTrace trace,
      Reorderings reorderings,
      SortedSet<Pair> djit,
      Shares shares) {
    SortedSet<Pair> reports = pairs(engine, trace);
    if (!reports.isEmpty()) {
      Pair first = Pair.firstRace(reports);
      assertThat(reorderings.enabled().contains(first) || reorderings.deadlock())
          .as("first race of %s: %s", engine, first)
          .isTrue();
      shares.count(
          "a first race of " + engine + " that djit does not report", !djit.contains(first));
    }
  }

  private static SortedSet<Pair> pairs(String engine, TestTrace trace) {
    return EngineRun.of(Engines.named(engine)::create, trace).pairs();
  }

  private static void assertCovers(
      SortedSet<Pair> reports, SortedSet<Pair> pairs, TestTrace trace) {
    assertThat(pairs).allMatch(pair -> covers(reports, pair, trace), "covered by " + reports);
  }

  private static boolean covers(SortedSet<Pair> reports, SortedSet<Pair> pairs, TestTrace trace) {
    return pairs.stream().allMatch(pair -> covers(reports, pair, trace));
  }

  /** Whether the later access is reported with the earlier one or a later one of its thread. */
  private static boolean covers(SortedSet<Pair> reports, Pair pair, TestTrace trace) {
    int thread = trace.event(pair.first()).thread();
    return reports.stream()
        .filter(report -> report.second() == pair.second() && report.first() >= pair.first())
        .anyMatch(report -> trace.event(report.first()).thread() == thread);
  }
}
