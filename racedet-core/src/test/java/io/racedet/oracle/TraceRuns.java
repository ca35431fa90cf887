package io.racedet.oracle;

import io.racedet.oracle.Shape.Step;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestReporter;

/** Runs a check on random traces of some shapes, and reports the trace on which it failed. */
public final class TraceRuns {
  /** Number of traces of the full run: on them mutants are tried, and rules are counted. */
  public static final int FULL = 2_000;

  /** Number of traces of the regular run, the first ones of the full run. */
  public static final int SOME = Integer.getInteger("racedet.traces", FULL / 4);

  private static final int MANY = 100_000;

  /** Seed of the regular run. */
  public static final long SEED = 20061117;

  private final List<Shape> shapes;

  public TraceRuns(List<Shape> shapes) {
    this.shapes = List.copyOf(shapes);
  }

  /** Traces that distinguish the predictive relations. */
  public static TraceRuns ofRelations() {
    return new TraceRuns(
        List.of(
            Shape.plain(),
            Shape.everything(),
            Shape.lockHeavy(),
            Shape.guarded(),
            Shape.guarded().withThreads(2).withLocks(2),
            Shape.guarded().withThreads(4).withMaxEvents(60),
            Shape.guardedPairs(),
            Shape.guardedPairs().withThreads(3).withVariables(4),
            Shape.guardedEverything(),
            Shape.waits(),
            Shape.waits().withThreads(4),
            Shape.handOffs(),
            Shape.handOffs().withVariables(3),
            Shape.handOffs().withVariables(5),
            Shape.sharedSections(),
            Shape.children(),
            Shape.orderedSections(),
            Shape.orderedSections().withVariables(5),
            Shape.orderedSections().withThreads(4).withVariables(5).withMaxEvents(60)));
  }

  /** Traces small enough for the enumeration of all reorderings. */
  public static TraceRuns ofReorderings() {
    Shape guarded = Shape.guarded().withMaxEvents(20);
    return new TraceRuns(
        List.of(
            Shape.plain().withMaxEvents(15),
            Shape.everything().withMaxEvents(15),
            guarded,
            guarded.withThreads(2).withLocks(2),
            guarded.withThreads(2).withLocks(2).with(Step.ACQUIRE, 3),
            Shape.guardedPairs().withMaxEvents(20),
            Shape.lockHeavy().withLocks(3).withVariables(2).withMaxEvents(20),
            Shape.guardedEverything()
                .without(Step.SYNC_READ, Step.SYNC_WRITE, Step.SYNC_UPDATE)
                .without(Step.SEND, Step.RECEIVE, Step.ATOMIC_READ, Step.ATOMIC_WRITE)
                .withMaxEvents(18)));
  }

  /** Traces of which all reorderings are witnesses to enumerate. */
  public static TraceRuns ofWitnesses() {
    List<Shape> shapes =
        List.of(
            Shape.everything(),
            Shape.everything().withThreads(3).withVariables(2),
            Shape.plain().withThreads(3),
            Shape.lockHeavy().withThreads(3).withVariables(2),
            Shape.everything()
                .withThreads(3)
                .withVariables(2)
                .with(Step.ACQUIRE, 6)
                .with(Step.ACQUIRE_SHARED, 6)
                .with(Step.RELEASE, 6)
                .with(Step.RELEASE_SHARED, 6),
            Shape.everything()
                .withThreads(3)
                .withVariables(1)
                .with(Step.ATOMIC_READ, 3)
                .with(Step.ATOMIC_WRITE, 3)
                .with(Step.SYNC_READ, 3)
                .with(Step.SYNC_WRITE, 3)
                .with(Step.SEND, 3)
                .with(Step.RECEIVE, 3),
            Shape.waits(),
            Shape.waits().withThreads(4),
            Shape.handOffs(),
            Shape.handOffs().withVariables(3),
            Shape.sharedSections(),
            Shape.children(),
            Shape.orderedSections());
    return new TraceRuns(shapes.stream().map(shape -> shape.withMaxEvents(14)).toList());
  }

  /** Small traces with nested sections, of which some can end in a cycle of lock requests. */
  public static TraceRuns ofDeadlocks() {
    Shape nested = Shape.nestedSections();
    return new TraceRuns(
        List.of(
            nested.withThreads(2).withLocks(2),
            nested,
            nested.withThreads(4).withLocks(4),
            nested.with(Step.WRITE, 3).with(Step.READ, 3).withThreads(2).withVariables(1),
            nested.with(Step.ACQUIRE_SHARED, 3).with(Step.RELEASE_SHARED, 2).withLocks(2),
            nested.with(Step.FORK, 3).with(Step.JOIN, 3).withThreads(4).withLocks(2),
            nested.with(Step.REENTERED_WRITE, 2).with(Step.GUARDED_WAIT, 2).with(Step.WAIT, 1),
            nested.with(Step.SENT_WRITE, 2).with(Step.RECEIVED_READ, 2).withLocks(2),
            nested.with(Step.SYNC_READ, 2).with(Step.SYNC_WRITE, 2).withLocks(2),
            Shape.everything()
                .withThreads(3)
                .withLocks(2)
                .withVariables(1)
                .withMaxEvents(20)
                .with(Step.NESTED_SECTIONS, 16)));
  }

  /** The traces of the regular run, which are always the same ones. */
  public Stream<TestTrace> some() {
    return first(SOME);
  }

  /** Traces that are always the same ones, of which a lower number has the first ones. */
  public Stream<TestTrace> first(int traces) {
    SplittableRandom seeds = new SplittableRandom(SEED);
    return IntStream.range(0, traces)
        .mapToObj(i -> RandomTraces.of(shapes.get(i % shapes.size()), seeds.nextLong()));
  }

  /** The assertions on each trace. */
  public interface Check {
    void check(TestTrace trace);
  }

  /** The regular run: always the same traces, so that occurrences can be counted. */
  public void checkSome(Check check) {
    check(SEED, SOME, check);
  }

  /** The full run, for what is too rare for the regular one. */
  public void checkFull(Check check) {
    check(SEED, FULL, check);
  }

  /** The long run: different traces each time. */
  public void checkMany(TestReporter reporter, Check check) {
    long seed = System.nanoTime();
    reporter.publishEntry("seed", String.valueOf(seed));
    check(seed, MANY, check);
  }

  private void check(long seed, int traces, Check check) {
    SplittableRandom seeds = new SplittableRandom(seed);
    for (int i = 0; i < traces; i++) {
      long traceSeed = seeds.nextLong();
      int shape = i % shapes.size();
      TestTrace trace = RandomTraces.of(shapes.get(shape), traceSeed);
      try {
        check.check(trace);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("shape " + shape + ", seed " + traceSeed + ":" + trace, e);
      }
    }
  }
}
