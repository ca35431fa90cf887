package io.racedet.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineFeed;
import io.racedet.engine.EngineRun;
import io.racedet.engine.EngineRun.Report;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.order.HappensBefore;
import io.racedet.engine.order.HybridOrder;
import io.racedet.engine.order.WdpOrder;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import io.racedet.oracle.HybridRelation;
import io.racedet.oracle.LastWriteRelation;
import io.racedet.oracle.Pair;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.Shape.Step;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.WdpRelation;
import java.util.BitSet;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The detector with each kind of order, on small traces in which few accesses are alike. */
class LastAccessDetectorTest {
  private static final int TRACES = 400;
  private static final List<Shape> SHAPES =
      List.of(
          Shape.atomics(),
          Shape.plain().withVariables(2).withMaxEvents(24),
          Shape.atomics()
              .withVariables(2)
              .with(Step.ACQUIRE, 3)
              .with(Step.RELEASE, 2)
              .with(Step.SENT_WRITE, 2)
              .with(Step.RECEIVED_READ, 2),
          Shape.sharedSections().withVariables(1).withMaxEvents(20));

  /** A detector with the pairs of its relation. */
  enum Subject {
    ORDERED(
        setup -> LastAccessDetector.ordered(new HappensBefore(), setup),
        trace -> new io.racedet.oracle.HappensBefore(trace).races()),
    ORDERED_WITH_READS(
        setup -> LastAccessDetector.orderedWithReads(new HappensBefore(), setup),
        trace -> LastWriteRelation.schedulable(trace).races()),
    DISJOINT(
        setup -> LastAccessDetector.disjoint(new HybridOrder(null), setup),
        trace -> new HybridRelation(trace).races()),
    DISJOINT_WITH_READS(
        setup -> LastAccessDetector.disjointWithReads(new HybridOrder(null), setup),
        trace -> LastWriteRelation.hybrid(trace).races()),
    MOVED_BY_ACCESSES(
        setup -> LastAccessDetector.disjoint(new WdpOrder(null), setup),
        trace -> new WdpRelation(trace).races());

    private final EngineFeed.Maker<Engine> maker;
    private final Function<TestTrace, SortedSet<Pair>> relation;

    Subject(EngineFeed.Maker<Engine> maker, Function<TestTrace, SortedSet<Pair>> relation) {
      this.maker = maker;
      this.relation = relation;
    }
  }

  @ParameterizedTest
  @EnumSource
  void reports_arePairsWithTheLastAccessOfEachThread(Subject subject) {
    int races = 0;
    for (int seed = 0; seed < TRACES; seed++) {
      TestTrace trace = RandomTraces.of(SHAPES.get(seed % SHAPES.size()), seed);
      SortedSet<Pair> expected = Pair.lastOfEachThread(subject.relation.apply(trace), trace);
      List<Report> reports = EngineRun.of(subject.maker, trace).reports();
      assertThat(reports)
          .as("seed %d %s", seed, trace)
          .extracting(Report::pair)
          .containsExactlyInAnyOrderElementsOf(expected);
      races += reports.size();
    }
    assertThat(races).isGreaterThan(TRACES);
  }

  /** The last atomic access by the thread is protected, the one before is not. */
  @ParameterizedTest
  @EnumSource(names = "DISJOINT.*", mode = EnumSource.Mode.MATCH_ALL)
  void atomicAccesses_ofEachContext_areKept(Subject subject) {
    TestTrace trace =
        TestTrace.parse("T1|aw(x)", "T1|acq(m)", "T1|aw(x)", "T1|rel(m)", "T2|acq(m)", "T2|w(x)");
    assertThat(EngineRun.of(subject.maker, trace).pairs()).containsExactly(new Pair(1, 6));
  }

  @Test
  void forgets_ifTheOrderDoesAndNoContextIsKept() {
    EngineSetup setup = new EngineSetup(new LockContexts(), (v, k, o, e, d, f, c) -> {});
    assertThat(LastAccessDetector.ordered(new HappensBefore(), setup).forgets()).isTrue();
    assertThat(LastAccessDetector.orderedWithReads(new HappensBefore(), setup).forgets()).isTrue();
    assertThat(LastAccessDetector.ordered(new WdpOrder(null), setup).forgets()).isFalse();
    assertThat(LastAccessDetector.disjoint(new HappensBefore(), setup).forgets()).isFalse();
  }

  /** An atomic write to a variable that is forgotten is not the one that a later read saw. */
  @Test
  void read_ofANewVariableWithAnOldId_sawNoWrite() {
    EngineRun.Reports reports = new EngineRun.Reports();
    EngineFeed<Engine> feed = new EngineFeed<>(Subject.ORDERED_WITH_READS.maker, reports);
    feed.event(Op.WRITE, 0, 1, 0);
    feed.event(Op.ATOMIC_WRITE, 0, 0, 0);
    feed.forget(Op.Operand.VARIABLE, 0);
    feed.event(Op.ATOMIC_READ, 1, 0, 0);
    feed.event(Op.WRITE, 1, 1, 0);
    feed.finish();
    assertThat(reports.list()).extracting(Report::pair).containsExactly(new Pair(1, 4));
  }

  /** Of accesses that race with nothing any more, none is marked. */
  @ParameterizedTest
  @EnumSource(names = {"ORDERED", "ORDERED_WITH_READS"})
  void contexts_ofAForgottenVariable_areNotMarked(Subject subject) {
    EngineFeed<Engine> feed = new EngineFeed<>(subject.maker, new EngineRun.Reports());
    for (int thread = 0; thread < 4; thread++) {
      feed.event(Op.READ, thread, 5, 0);
      feed.event(Op.WRITE, thread, 5, 0);
      feed.event(Op.ATOMIC_READ, thread, 5, 0);
    }
    feed.event(Op.READ, 4, 6, 0);
    BitSet all = new BitSet();
    all.set(0, 5);
    assertThat(feed.live()).isEqualTo(all);
    feed.forget(Op.Operand.VARIABLE, 5);
    assertThat(feed.live()).isEqualTo(BitSet.valueOf(new long[] {1 << 4}));
  }
}
