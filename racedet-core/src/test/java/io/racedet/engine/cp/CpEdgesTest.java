package io.racedet.engine.cp;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EdgeRule;
import io.racedet.engine.EdgeSink;
import io.racedet.engine.EngineRun;
import io.racedet.engine.EngineSetup;
import io.racedet.oracle.TestTrace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The edges of single executions, in the order in which they become known. */
class CpEdgesTest {
  private record Edge(EdgeRule rule, int before, long until, int after, long since) {}

  @Test
  void conflictInSections_isAnEdgeFromReleaseToAcquire() {
    assertEdges(
        List.of(
            new Edge(EdgeRule.HAPPENS_BEFORE, 0, 3, 1, EdgeSink.PRESENT),
            new Edge(EdgeRule.CONFLICTING_SECTIONS, 0, 3, 1, 4)),
        "T1|acq(m)",
        "T1|w(y)",
        "T1|rel(m)",
        "T2|acq(m)",
        "T2|r(y)",
        "T2|rel(m)");
  }

  @Test
  void noConflictInSections_isNoEdgeButThatOfHappensBefore() {
    assertEdges(
        List.of(new Edge(EdgeRule.HAPPENS_BEFORE, 0, 3, 1, EdgeSink.PRESENT)),
        "T1|acq(m)",
        "T1|r(y)",
        "T1|rel(m)",
        "T2|acq(m)",
        "T2|r(y)",
        "T2|rel(m)");
  }

  /** T1's section of l is before its section of m, and T2's around its own. */
  @Test
  void orderInsideOfASection_isAnEdgeByTheRuleOfOrderedSections() {
    assertEdges(
        List.of(
            new Edge(EdgeRule.HAPPENS_BEFORE, 0, 2, 1, EdgeSink.PRESENT),
            new Edge(EdgeRule.HAPPENS_BEFORE, 0, 5, 1, EdgeSink.PRESENT),
            new Edge(EdgeRule.CONFLICTING_SECTIONS, 0, 5, 1, 7),
            new Edge(EdgeRule.ORDERED_SECTIONS, 0, 2, 1, 6)),
        "T1|acq(l)",
        "T1|rel(l)",
        "T1|acq(m)",
        "T1|w(y)",
        "T1|rel(m)",
        "T2|acq(l)",
        "T2|acq(m)",
        "T2|r(y)",
        "T2|rel(m)",
        "T2|rel(l)");
  }

  /** The first section of l conflicts, and the second one is ordered as well. */
  @Test
  void orderOfALaterSectionThanTheOneThatConflicts_isOfOrderedSections() {
    assertEdges(
        List.of(
            new Edge(EdgeRule.HAPPENS_BEFORE, 0, 5, 1, EdgeSink.PRESENT),
            new Edge(EdgeRule.HAPPENS_BEFORE, 0, 8, 1, EdgeSink.PRESENT),
            new Edge(EdgeRule.CONFLICTING_SECTIONS, 0, 8, 1, 10),
            new Edge(EdgeRule.ORDERED_SECTIONS, 0, 5, 1, 9)),
        "T1|acq(l)",
        "T1|w(z)",
        "T1|rel(l)",
        "T1|acq(l)",
        "T1|rel(l)",
        "T1|acq(m)",
        "T1|w(y)",
        "T1|rel(m)",
        "T2|acq(l)",
        "T2|acq(m)",
        "T2|r(y)",
        "T2|rel(m)",
        "T2|r(z)",
        "T2|rel(l)");
  }

  /** The end of the trace ends T2's sections, the inner one first. */
  @Test
  void sectionsThatAreStillOpen_haveTheirEdgesAtTheEnd() {
    assertEdges(
        List.of(
            new Edge(EdgeRule.HAPPENS_BEFORE, 0, 2, 1, EdgeSink.PRESENT),
            new Edge(EdgeRule.HAPPENS_BEFORE, 0, 5, 1, EdgeSink.PRESENT),
            new Edge(EdgeRule.CONFLICTING_SECTIONS, 0, 5, 1, 7),
            new Edge(EdgeRule.ORDERED_SECTIONS, 0, 2, 1, 6)),
        "T1|acq(l)",
        "T1|rel(l)",
        "T1|acq(m)",
        "T1|w(y)",
        "T1|rel(m)",
        "T2|acq(l)",
        "T2|acq(m)",
        "T2|r(y)");
  }

  @Test
  void fork_isAnEdgeOfBothOrders() {
    assertEdges(
        List.of(
            new Edge(EdgeRule.HAPPENS_BEFORE, 0, 1, 1, EdgeSink.PRESENT),
            new Edge(EdgeRule.ORDER, 0, 1, 1, EdgeSink.PRESENT)),
        "T1|fork(T2)",
        "T2|r(y)");
  }

  private static void assertEdges(List<Edge> expected, String... trace) {
    List<Edge> edges = new ArrayList<>();
    EngineRun.of(
        setup ->
            new CpDetector(
                new EngineSetup(
                    setup.contexts(),
                    setup.races(),
                    setup.limits(),
                    (rule, before, until, after, since) ->
                        edges.add(new Edge(rule, before, until, after, since)))),
        TestTrace.parse(trace));
    assertThat(edges).isEqualTo(expected);
  }
}
