package io.racedet.engine.catalogue;

import io.racedet.engine.EdgeRule;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineDefinition;
import io.racedet.engine.history.LastAccessDetector;
import io.racedet.engine.order.HappensBefore;
import io.racedet.engine.order.HybridOrder;
import io.racedet.engine.order.JoinEdges;
import io.racedet.engine.order.WcpOrder;
import io.racedet.engine.order.WdpOrder;

/**
 * The engines that compare each access with the last ones of each thread, see {@link
 * LastAccessDetector}: by the order that they are named after.
 */
final class OrderedAccessEngines {
  /** Reports each access that happens-before leaves unordered with an earlier conflicting one. */
  static final EngineDefinition DJIT =
      EngineDefinition.of(
          new EngineClaims(
              "djit",
              "happens-before",
              1,
              EngineClaims.Soundness.FIRST_RACE,
              EngineClaims.Exactness.ALL_ACCESSES,
              "O(n T)",
              "O(T (variables + T + locks))",
              "Pozniansky, Schuster: MultiRace, CCPE 2007"),
          setup ->
              LastAccessDetector.ordered(
                  new HappensBefore(JoinEdges.of(setup, EdgeRule.SYNCHRONIZATION)), setup));

  /**
   * Reports each access that schedulable happens-before leaves unordered with an earlier
   * conflicting one: happens-before, and each read after the write that it saw.
   */
  static final EngineDefinition SHB =
      EngineDefinition.of(
          new EngineClaims(
              "shb",
              "schedulable happens-before",
              1,
              EngineClaims.Soundness.EVERY_RACE,
              EngineClaims.Exactness.ALL_ACCESSES,
              "O(n T)",
              "O(T (variables + T + locks))",
              "Mathur, Kini, Viswanathan: What happens-after the first race?, OOPSLA 2018"),
          setup ->
              LastAccessDetector.orderedWithReads(
                  new HappensBefore(JoinEdges.of(setup, EdgeRule.SYNCHRONIZATION)), setup));

  /** Reports pairs without a common lock that only locks may order. */
  static final EngineDefinition TSAN =
      EngineDefinition.of(
          new EngineClaims(
              "tsan",
              "fork, join and sync order with disjoint locksets",
              1,
              EngineClaims.Soundness.UNSOUND,
              EngineClaims.Exactness.ALL_ACCESSES,
              "O(n (T + L)) for L locks held and few locksets a variable",
              "O(T (variables * locksets + T + locks))",
              "Serebryany, Iskhodzhanov: ThreadSanitizer, WBIA 2009"),
          setup ->
              LastAccessDetector.disjoint(
                  new HybridOrder(JoinEdges.of(setup, EdgeRule.ORDER)), setup));

  /**
   * Reports pairs without a common lock that only locks may order, with each read ordered after the
   * write that it saw.
   */
  static final EngineDefinition TSAN_WRD =
      EngineDefinition.of(
          new EngineClaims(
              "tsan-wrd",
              "fork, join, sync and last-write-to-read order with disjoint locksets",
              1,
              EngineClaims.Soundness.UNSOUND,
              EngineClaims.Exactness.ALL_ACCESSES,
              "O(n (T + L)) for L locks held and few locksets a variable",
              "O(T (variables * locksets + T + locks))",
              "Sulzmann, Stadtmueller: Efficient, Near Complete and Often Sound Hybrid Dynamic Data"
                  + " Race Prediction, MPLR 2020"),
          setup ->
              LastAccessDetector.disjointWithReads(
                  new HybridOrder(JoinEdges.of(setup, EdgeRule.ORDER)), setup));

  /**
   * Reports each access that weak causally-precedes leaves unordered with an earlier conflicting
   * one.
   */
  static final EngineDefinition WCP =
      EngineDefinition.of(
          new EngineClaims(
              "wcp",
              "weak causally-precedes",
              1,
              EngineClaims.Soundness.FIRST_RACE,
              EngineClaims.Exactness.ALL_ACCESSES,
              "O(n (T^2 + L)) for L locks held",
              "O(T (variables + T + locks + sections that no later one absorbs)"
                  + " + lock-variable pairs)",
              "Kini, Mathur, Viswanathan: Dynamic race prediction in linear time, PLDI 2017"),
          setup -> LastAccessDetector.ordered(WcpOrder.wcp(setup), setup));

  /** Reports pairs without a common lock that strong-dependently-precedes leaves unordered. */
  static final EngineDefinition SDP =
      EngineDefinition.of(
          new EngineClaims(
              "sdp",
              "strong-dependently-precedes, as corrected, with disjoint locksets",
              1,
              EngineClaims.Soundness.UNSOUND,
              EngineClaims.Exactness.ALL_ACCESSES,
              "O(n T^2 (1 + L)) for L locks held and few locksets a variable",
              "O(T (variables * locksets + T + locks + sections that no later one absorbs)"
                  + " + lock-variable pairs)",
              "Genc, Roemer, Xu, Bond: Dependence-Aware, Unbounded Sound Predictive Race Detection,"
                  + " OOPSLA 2019"),
          setup -> LastAccessDetector.disjoint(WcpOrder.sdp(setup), setup));

  /** Reports pairs without a common lock that weak-dependently-precedes leaves unordered. */
  static final EngineDefinition WDP =
      EngineDefinition.of(
          new EngineClaims(
              "wdp",
              "weak-dependently-precedes with disjoint locksets",
              1,
              EngineClaims.Soundness.UNSOUND,
              true,
              EngineClaims.Exactness.ALL_ACCESSES,
              "O(n (T + L)) for L locks held and few locksets a variable",
              "O(T (variables * locksets + T + locks + nested sections))",
              "Genc, Roemer, Xu, Bond: Dependence-Aware, Unbounded Sound Predictive Race Detection,"
                  + " OOPSLA 2019"),
          setup ->
              LastAccessDetector.disjoint(
                  new WdpOrder(JoinEdges.of(setup, EdgeRule.ORDER)), setup));

  private OrderedAccessEngines() {}
}
