package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import io.racedet.oracle.HappensBefore;
import io.racedet.oracle.LastWriteRelation;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.Pair;
import io.racedet.oracle.PwrRelation;
import io.racedet.oracle.SdpRelation;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.oracle.WcpRelation;
import io.racedet.oracle.WdpRelation;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The examples of Sulzmann and Stadtmueller, MPLR 2020, with the results in the paper: the pairs
 * that are reported, and the sets RW(x), edges(x) and conc(x) where they are printed. Where the
 * errata of the litmus tables correct the paper, the test says so.
 */
class PwrPaperTest {
  private static final Map<String, LitmusCase> LITMUS =
      Litmus.handmade().stream().collect(Collectors.toMap(LitmusCase::name, Function.identity()));

  private static final String EXACT = "pwr-ee";
  private static final String LIMITED = "pwr-ee-l";
  private static final String WITHOUT_EDGES = "pwr-l";

  private static LitmusCase example(String name) {
    return LITMUS.get("p1_" + name);
  }

  private static TestTrace trace(String example) {
    return example(example).trace();
  }

  /** A few edges are enough for all examples, so the limited engine reports them all. */
  private static void assertReports(String example, String pairs) {
    assertThat(run(EXACT, example)).isEqualTo(Pair.parse(pairs));
    assertThat(run(LIMITED, example)).isEqualTo(Pair.parse(pairs));
  }

  private static void assertReportsWithoutEdges(String example, String pairs) {
    assertThat(run(WITHOUT_EDGES, example)).isEqualTo(Pair.parse(pairs));
  }

  private static SortedSet<Pair> run(String engine, String example) {
    return PwrRun.of(engine, trace(example)).pairs();
  }

  private static SortedSet<Pair> happensBefore(String example) {
    return new HappensBefore(trace(example)).races();
  }

  private static SortedSet<Pair> schedulable(String example) {
    return LastWriteRelation.schedulable(trace(example)).races();
  }

  private static SortedSet<Pair> wcp(String example) {
    return new WcpRelation(trace(example)).races();
  }

  private static SortedSet<Pair> sdp(String example) {
    return new SdpRelation(trace(example)).races();
  }

  private static SortedSet<Pair> wdp(String example) {
    return new WdpRelation(trace(example)).races();
  }

  /**
   * RW(x) after an event: the accesses that race, edges excluded, with a write that is ordered
   * after nothing.
   */
  private static List<Integer> readsWrites(String example, int after) {
    return reachable(WITHOUT_EDGES, example, after);
  }

  /** RW(x) and the accesses that its edges lead to. */
  private static List<Integer> readsWritesAndEdges(String example, int after) {
    return reachable(EXACT, example, after);
  }

  private static List<Integer> reachable(String engine, String example, int after) {
    TestTrace trace = trace(example);
    TestTrace.Builder prefix = new TestTrace.Builder();
    for (TraceEvent e : trace.events().subList(0, after)) {
      String thread = trace.name(Op.Operand.THREAD, e.thread());
      prefix.add(thread, e.op(), trace.name(e.op().operand(), e.operand()));
    }
    TestTrace probed = prefix.add("probe", Op.WRITE, "x").build();
    return PwrRun.of(engine, probed).pairs().stream()
        .filter(pair -> pair.second() == after + 1)
        .map(Pair::first)
        .toList();
  }

  private static Pair pair(int first, int second) {
    return new Pair(first, second);
  }

  @Test
  void example21_traceA_isMissedByHappensBeforeOnly() {
    assertThat(happensBefore("ex2_1A")).isEmpty();
    assertThat(schedulable("ex2_1A")).isEmpty();
    assertThat(wcp("ex2_1A")).containsExactly(pair(1, 5));
    assertReports("ex2_1A", "(1,5)");
    assertReportsWithoutEdges("ex2_1A", "(1,5)");
  }

  @Test
  void example21_traceB_writeReadDependencyRulesOutTheFalsePair() {
    assertThat(happensBefore("ex2_1B")).contains(pair(2, 5));
    assertThat(wcp("ex2_1B")).contains(pair(2, 5));
    assertThat(schedulable("ex2_1B")).doesNotContain(pair(2, 5));
    assertReports("ex2_1B", "(1,3) (3,4)");
    assertReportsWithoutEdges("ex2_1B", "(1,3) (3,4)");
  }

  @Test
  void example22_wcpOrdersTheSections_pwrDoesNot() {
    assertThat(wcp("ex2_2")).isEmpty();
    assertThat(sdp("ex2_2")).containsExactly(pair(1, 6));
    assertThat(example("ex2_2").pairs("strict")).containsExactly(pair(1, 6));
    assertReports("ex2_2", "(1,6)");
    assertReportsWithoutEdges("ex2_2", "");
  }

  @Test
  void example23_unorderedWrites_areProtectedByTheLock() {
    assertThat(new SdpRelation(trace("ex2_3")).order().unordered(2, 5)).isTrue();
    assertThat(new PwrRelation(trace("ex2_3")).order().unordered(2, 5)).isTrue();
    assertReports("ex2_3", "");
    assertReportsWithoutEdges("ex2_3", "");
  }

  @Test
  void example24_readWriteConflict_isOrderedBySdpOnly() {
    assertThat(sdp("ex2_4")).isEmpty();
    assertThat(wdp("ex2_4")).contains(pair(4, 9));
    assertThat(example("ex2_4").pairs("strict")).contains(pair(4, 9));
    assertReports("ex2_4", "(1,7) (4,9)");
    assertReportsWithoutEdges("ex2_4", "(1,7) (4,9)");
  }

  @Test
  void example25_lastWriteInSection_ordersIt() {
    assertThat(new WdpRelation(trace("ex2_5")).order().before(4, 6)).isTrue();
    assertThat(wdp("ex2_5")).isEmpty();
    assertReports("ex2_5", "");
  }

  @Test
  void example26_dependenciesThroughThirdThread_orderForPwrOnly() {
    assertThat(new PwrRelation(trace("ex2_6")).order().before(4, 8)).isTrue();
    assertThat(wdp("ex2_6")).contains(pair(3, 10));
    assertReports("ex2_6", "(2,5) (6,8)");
    assertReportsWithoutEdges("ex2_6", "(2,5) (6,8)");
  }

  @Test
  void example27_dependencyBetweenSections_ordersThemForPwrAlready() {
    assertThat(new WdpRelation(trace("ex2_7")).order().before(3, 10)).isTrue();
    assertThat(new WdpRelation(trace("ex2_7")).order().unordered(3, 6)).isTrue();
    assertThat(new PwrRelation(trace("ex2_7")).order().before(3, 6)).isTrue();
    assertReports("ex2_7", "(4,5)");
    assertReportsWithoutEdges("ex2_7", "(4,5)");
  }

  /** A pass that keeps only the last write by each thread has forgotten the first one. */
  @Test
  void example28_writeReplacedByLaterOne_isFoundThroughItsEdge() {
    assertThat(readsWrites("ex2_8", 1)).containsExactly(1);
    assertThat(readsWrites("ex2_8", 3)).containsExactly(3);
    assertThat(readsWritesAndEdges("ex2_8", 3)).containsExactly(1, 3);
    assertThat(readsWrites("ex2_8", 6)).containsExactly(3, 6);
    assertReports("ex2_8", "(1,6)");
    assertReportsWithoutEdges("ex2_8", "");
  }

  @Test
  void example39_falsePair_isReported() {
    Pair falsePair = pair(4, 11);
    assertThat(example("ex3_9").pairs("strict")).doesNotContain(falsePair);
    assertThat(example("ex3_9").pairs("enabled")).doesNotContain(falsePair);
    assertReports("ex3_9", "(2,3) (4,11) (5,6) (9,10) (12,13)");
    assertReportsWithoutEdges("ex3_9", "(2,3) (4,11) (5,6) (9,10) (12,13)");
  }

  @Test
  void example39_dependenciesBehindPrivateLocks_falsePairIsTheFirst() {
    assertThat(example("ex3_9_private").pairs("enabled")).isEmpty();
    assertReports("ex3_9_private", "(8,23)");
    assertReportsWithoutEdges("ex3_9_private", "(8,23)");
  }

  @Test
  void example46_edgeLeadsToAnOrderedPair_isFilteredOut() {
    for (int i = 1; i <= 4; i++) {
      assertThat(readsWrites("ex4_6", i)).containsExactly(1);
    }
    assertThat(readsWrites("ex4_6", 5)).containsExactly(5);
    assertThat(readsWrites("ex4_6", 6)).containsExactly(5);
    assertThat(readsWrites("ex4_6", 7)).containsExactly(5, 7);
    assertThat(readsWritesAndEdges("ex4_6", 7)).containsExactly(1, 5, 7);
    assertThat(new PwrRelation(trace("ex4_6")).order().before(1, 7)).isTrue();
    assertReports("ex4_6", "(2,3) (4,6) (5,7)");
    assertReportsWithoutEdges("ex4_6", "(2,3) (4,6) (5,7)");
  }

  /** The paper's pairs (1), (2), (4), (5), (6) and (7), the earlier access first. */
  @Test
  void exampleA8_sixPredictablePairs_areReported() {
    String pairs = "(1,2) (1,5) (2,4) (1,3) (3,5) (1,4)";
    assertThat(example("exA_8").pairs("strict")).isEqualTo(Pair.parse(pairs));
    assertReports("exA_8", pairs);
    assertReportsWithoutEdges("exA_8", pairs);
  }

  /** With the two later sections under a lock, (2,4) is not a pair any more. */
  @Test
  void exampleA8_lockAroundWriteAndRead_thePairIsGone() {
    String pairs = "(1,3) (1,5) (1,7) (1,9) (5,9)";
    assertThat(example("exA_8_fixed").pairs("strict")).isEqualTo(Pair.parse(pairs));
    assertReports("exA_8_fixed", pairs);
  }

  @Test
  void exampleA9_racePredictableByAPrefixOnly_isReported() {
    assertThat(example("exA_9").pairs("strict")).containsExactly(pair(1, 6));
    assertReports("exA_9", "(1,6)");
    assertReportsWithoutEdges("exA_9", "(1,6)");
  }

  /** After event 4 the paper has RW(x) = {w2, r4}; relaxed as in G.2, w3 stays beside its read. */
  @Test
  void exampleC1_firstPassFindsTwoPairs_edgesTheOthers() {
    assertThat(readsWrites("exC_1", 1)).containsExactly(1);
    assertThat(readsWrites("exC_1", 2)).containsExactly(2);
    assertThat(readsWritesAndEdges("exC_1", 2)).containsExactly(1, 2);
    assertThat(readsWrites("exC_1", 3)).containsExactly(2, 3);
    assertThat(readsWrites("exC_1", 4)).containsExactly(2, 3, 4);
    assertReportsWithoutEdges("exC_1", "(2,3) (2,4)");
    assertReports("exC_1", "(1,3) (1,4) (2,3) (2,4)");
  }

  @Test
  void exampleD4_unorderedButNotPredictable_isReported() {
    assertThat(example("exD_4").pairs("strict")).doesNotContain(pair(4, 9));
    assertThat(new PwrRelation(trace("exD_4")).order().unordered(4, 9)).isTrue();
    assertReports("exD_4", "(1,3) (4,9)");
    assertReportsWithoutEdges("exD_4", "(1,3) (4,9)");
  }

  /** The paper's last paragraph means (2,7) where it says (1,7). */
  @Test
  void exampleE1_writeReadPairOfAnotherSchedule_isNoSchedulablePair() {
    assertThat(schedulable("exE_1")).containsExactly(pair(1, 2));
    assertThat(example("exE_1").pairs("strict")).isEqualTo(Pair.parse("(1,2) (2,7)"));
    assertReports("exE_1", "(1,2) (2,7)");
    assertReportsWithoutEdges("exE_1", "(1,2) (2,7)");
  }

  @Test
  void exampleF4_releaseOrderWithoutReadInTheSection_applies() {
    assertThat(new PwrRelation(trace("exF_4")).order().before(4, 7)).isTrue();
    assertThat(wdp("exF_4")).contains(pair(3, 9));
    assertReports("exF_4", "(2,5)");
    assertReportsWithoutEdges("exF_4", "(2,5)");
  }

  /** Figure 1; its (w3,r5) is no member of conc(x), but a write with the read that saw it. */
  @Test
  void exampleG1_relaxedReadsWrites_needNoReadReadPairs() {
    assertThat(readsWrites("exG_1", 1)).containsExactly(1);
    assertThat(readsWrites("exG_1", 2)).containsExactly(1, 2);
    assertThat(readsWrites("exG_1", 3)).containsExactly(1, 2, 3);
    assertThat(readsWrites("exG_1", 4)).containsExactly(1, 2, 3, 4);
    assertThat(readsWrites("exG_1", 5)).containsExactly(1, 2, 3, 4, 5);
    assertReportsWithoutEdges("exG_1", "(1,3) (2,3) (1,4) (1,5) (3,5)");
    assertReports("exG_1", "(1,3) (2,3) (1,4) (1,5) (3,5)");
  }

  @Test
  void exampleG2_edgesThroughReads_leadToTheFirstWrite() {
    assertReportsWithoutEdges("exG_2", "(3,4) (6,7)");
    assertReports("exG_2", "(1,7) (2,7) (3,4) (5,7) (6,7)");
  }

  @Test
  void exampleG3_candidateUnderTheLock_isPassedOverNotStoppedAt() {
    assertThat(readsWrites("exG_3", 5)).containsExactly(5);
    assertThat(readsWritesAndEdges("exG_3", 5)).containsExactly(1, 3, 5);
    assertReportsWithoutEdges("exG_3", "(5,7)");
    assertReports("exG_3", "(1,7) (5,7)");
  }

  /** Thread 2 reads what the first of three sections of thread 1 wrote. */
  @Test
  void exampleG4_readFromTheOldestSection_isOrderedAfterIt() {
    assertReports("exG_4_n1", "");
    assertReports("exG_4_n3", "");
    assertThat(new PwrRelation(trace("exG_4_n3")).order().before(3, 11)).isTrue();
    assertThat(new PwrRelation(trace("exG_4_n3")).order().before(6, 11)).isFalse();
  }

  @Test
  void appendixI_pairOfTheFirstWrite_isFoundInTheSecondPass() {
    assertReportsWithoutEdges("appI", "(2,3) (3,4)");
    assertReports("appI", "(1,3) (2,3) (3,4)");
  }
}
