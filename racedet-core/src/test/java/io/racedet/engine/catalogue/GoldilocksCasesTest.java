package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EngineFeed;
import io.racedet.engine.EngineRun;
import io.racedet.engine.goldilocks.GoldilocksCounts;
import io.racedet.engine.goldilocks.GoldilocksList;
import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.Pair;
import io.racedet.oracle.TestTrace;
import io.racedet.trace.generated.GeneratedTrace;
import io.racedet.trace.generated.Workload;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Single cases of goldilocks, and the savings by lazy evaluation. */
class GoldilocksCasesTest {
  private static final int MAIN = 0;
  private static final int WORKERS = 8;
  private static final int VARIABLES = 100_000;
  private static final int SECTIONS = 500_000;
  private static final long MEBIBYTE = 1L << 20;

  @Test
  void erratumOfFigure3_accessByTheOwnerOutsideOfTheLock_isARace() {
    // The lock kept with x must not outlive the access that does not hold it.
    assertRaces(
        """
        T1|acq(L)
        T1|w(x)
        T1|rel(L)
        T1|w(x)
        T2|acq(L)
        T2|w(x)
        """,
        new Pair(4, 6));
  }

  @Test
  void erratumOfFigure3_readByTheOwnerOutsideOfTheLock_isARace() {
    assertRaces(
        """
        T1|acq(L)
        T1|r(x)
        T1|rel(L)
        T1|r(x)
        T2|acq(L)
        T2|w(x)
        """,
        new Pair(4, 6));
  }

  static Stream<LitmusCase> examplesOfTheReport() {
    return Litmus.handmade().stream().filter(litmus -> litmus.name().startsWith("gold_"));
  }

  /** TR section 2.3 and appendix A: eraser is imprecise there, goldilocks is not. */
  @ParameterizedTest
  @MethodSource("examplesOfTheReport")
  void examplesOfTheReport_haveViolationsButNoRace(LitmusCase litmus) {
    assertRaces(litmus.trace());
    assertThat(EngineRun.of(Eraser::new, litmus.trace()).reports())
        .isNotEmpty()
        .allMatch(EngineRun.Report::ordered);
  }

  @Test
  void sharedHolds_byTwoThreads_orderNothing() {
    assertRaces(
        """
        T1|acqr(l)
        T1|w(x)
        T1|relr(l)
        T2|acqr(l)
        T2|w(x)
        """,
        new Pair(2, 5));
  }

  @Test
  void sharedHold_thenExclusiveHold_isDecidedByTheLock() {
    GoldilocksCounts counts =
        assertRaces(
            """
            T1|acqr(l)
            T1|r(x)
            T1|relr(l)
            T2|acq(l)
            T2|w(x)
            T2|acqr(l)
            T2|rel(l)
            T3|acqr(l)
            T3|r(x)
            """);

    assertThat(counts.byLock()).isEqualTo(2);
    assertThat(counts.checks()).isEqualTo(2);
  }

  @Test
  void forkedThread_isFoundByAReplayThatStops() {
    GoldilocksCounts counts =
        assertRaces("T1|w(x)\nT1|fork(T2)\nT1|fork(T3)\nT2|w(x)", new Pair[0]);

    assertThat(counts.replaysStopped()).isEqualTo(1);
    assertThat(counts.checks()).isEqualTo(1);
  }

  @Test
  void unrelatedThread_isFoundByAReplayToTheEnd() {
    GoldilocksCounts counts = assertRaces("T1|w(x)\nT1|sw(v)\nT2|w(x)", new Pair(1, 3));

    assertThat(counts.replaysToTheEnd()).isEqualTo(1);
  }

  @Test
  void wake_isOrderedAfterTheNotifyThatCausedIt() {
    String wait =
        """
        T1|acq(m)
        T1|rel(m)
        T2|w(x)
        T2|notify(m)
        T1|acq(m)
        """;
    assertRaces(wait + "T1|wake(m)\nT1|r(x)");
    assertRaces(wait + "T1|r(x)", new Pair(3, 6));
  }

  /**
   * Checks both engines with lists of several lengths; returns the counts for the default length.
   */
  private static GoldilocksCounts assertRaces(String trace, Pair... expected) {
    return assertRaces(TestTrace.parse(trace), expected);
  }

  private static GoldilocksCounts assertRaces(TestTrace trace, Pair... expected) {
    assertThat(EngineRun.of(GoldilocksEager::new, trace).pairs()).containsExactly(expected);
    assertThat(EngineRun.of(setup -> new Goldilocks(setup, 1), trace).pairs())
        .containsExactly(expected);
    EngineRun<Goldilocks> usual = EngineRun.of(Goldilocks::new, trace);
    assertThat(usual.pairs()).containsExactly(expected);
    return usual.engine().counts();
  }

  /**
   * Every variable is written once by some worker, at times spread over a million sync events, and
   * read at the end: without a limit this would keep the whole list alive, and replay it for each
   * variable.
   */
  @Test
  void updateList_oldAccessesAndManySyncEvents_isReclaimed(TestReporter reporter) {
    AtomicLong races = new AtomicLong();
    long before = usedMemory();
    EngineFeed<Goldilocks> feed =
        new EngineFeed<>(
            Goldilocks::new,
            (variable, kind, ordered, first, firstDetail, second, secondDetail) ->
                races.incrementAndGet());
    for (int worker = 1; worker <= WORKERS; worker++) {
      feed.event(Op.FORK, MAIN, worker, EventSink.NO_LOCATION);
    }
    for (int i = 0; i < SECTIONS; i++) {
      int worker = 1 + i % WORKERS;
      feed.event(Op.ACQUIRE, worker, i / WORKERS % 100, EventSink.NO_LOCATION);
      feed.event(Op.RELEASE, worker, i / WORKERS % 100, EventSink.NO_LOCATION);
      if (i % (SECTIONS / VARIABLES) == 0) {
        feed.event(Op.WRITE, worker, i / (SECTIONS / VARIABLES), EventSink.NO_LOCATION);
      }
    }
    for (int worker = 1; worker <= WORKERS; worker++) {
      feed.event(Op.JOIN, MAIN, worker, EventSink.NO_LOCATION);
    }
    for (int variable = 0; variable < VARIABLES; variable++) {
      feed.event(Op.READ, MAIN, variable, EventSink.NO_LOCATION);
    }
    GoldilocksCounts counts = feed.finish().counts();
    long used = usedMemory() - before;

    reporter.publishEntry("bytes", String.valueOf(used));
    assertThat(races).hasValue(0);
    assertThat(counts.checks()).isEqualTo(VARIABLES);
    assertThat(counts.cells()).isGreaterThan(2 * SECTIONS);
    assertThat(counts.cells() - counts.cellsReclaimed())
        .isLessThanOrEqualTo(GoldilocksList.USUAL_CELLS);
    assertThat(used).isLessThan(32 * MEBIBYTE);
    assertThat(feed.finish()).isNotNull(); // reachable until here
  }

  /** Replays may take a few steps for each sync event, not the whole list for each access. */
  @Test
  void longReplays_areCutShort() {
    AtomicLong races = new AtomicLong();
    EngineFeed<Goldilocks> feed =
        new EngineFeed<>(
            Goldilocks::new,
            (variable, kind, ordered, first, firstDetail, second, secondDetail) ->
                races.incrementAndGet());
    int accesses = 2_000;
    for (int variable = 0; variable < accesses; variable++) {
      feed.event(Op.WRITE, 1, variable, EventSink.NO_LOCATION);
    }
    for (int i = 0; i < GoldilocksList.USUAL_CELLS / 2; i++) {
      feed.event(Op.SYNC_WRITE, 1, 0, EventSink.NO_LOCATION);
    }
    for (int variable = 0; variable < accesses; variable++) {
      feed.event(Op.READ, 2, variable, EventSink.NO_LOCATION);
    }

    GoldilocksCounts counts = feed.finish().counts();

    assertThat(races).hasValue(accesses);
    assertThat(counts.replaysToTheEnd()).isBetween(1L, 8L); // each as many steps as events
    assertThat(counts.settled()).isEqualTo(accesses - counts.replaysToTheEnd());
  }

  private static long usedMemory() {
    Runtime runtime = Runtime.getRuntime();
    System.gc();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  @Test
  void ordinaryWorkload_mostChecks_needNoReplay(TestReporter reporter) {
    GeneratedTrace trace =
        new GeneratedTrace(new Workload(8, 100, 10_000, 500_000, 10, 1000, 10, 1));
    EngineFeed<Goldilocks> feed =
        new EngineFeed<>(
            Goldilocks::new,
            (variable, kind, ordered, first, firstDetail, second, secondDetail) -> {});
    EventBlock block = new EventBlock();
    while (trace.read(block)) {
      for (int i = 0; i < block.size(); i++) {
        long word = block.words()[i];
        feed.event(
            EventBlock.op(word),
            EventBlock.thread(word),
            EventBlock.operand(word),
            block.locations()[i]);
      }
      block.clear();
    }

    GoldilocksCounts counts = feed.finish().counts();

    double ownerShare = (double) counts.byOwner() / counts.checks();
    double lockShare = (double) counts.byLock() / counts.checks();
    reporter.publishEntry(
        "shares", "owner %.3f, lock %.3f of %s".formatted(ownerShare, lockShare, counts));
    assertThat(ownerShare).isBetween(0.5, 0.9);
    assertThat(lockShare).isBetween(0.05, 0.4);
    assertThat(counts.replaysStopped() + counts.replaysToTheEnd())
        .isPositive()
        .isLessThan(counts.checks() / 20);
  }
}
