package io.racedet.engine;

import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestReporter;

/** Runs a check on random traces of all kinds, and reports the trace on which it failed. */
public final class RandomRuns {
  private static final List<Shape> SHAPES =
      List.of(
          Shape.everything(),
          Shape.everything().withThreads(3).withVariables(1),
          Shape.plain(),
          Shape.lockHeavy(),
          Shape.lockHeavy().withThreads(2).withVariables(1).with(Shape.Step.READ, 3),
          Shape.everything()
              .withVariables(2)
              .with(Shape.Step.ACQUIRE, 6)
              .with(Shape.Step.ACQUIRE_SHARED, 6)
              .with(Shape.Step.RELEASE, 3)
              .with(Shape.Step.RELEASE_SHARED, 3),
          Shape.everything()
              .withThreads(3)
              .with(Shape.Step.ATOMIC_READ, 4)
              .with(Shape.Step.ATOMIC_WRITE, 4)
              .with(Shape.Step.SYNC_UPDATE, 2)
              .with(Shape.Step.SEND, 2)
              .with(Shape.Step.RECEIVE, 2),
          Shape.atomics(),
          Shape.waits(),
          Shape.waits().withThreads(4).withMaxEvents(40),
          Shape.handOffs(),
          Shape.handOffs().withVariables(3),
          Shape.handOffs().withVariables(5),
          Shape.sharedSections(),
          Shape.children(),
          Shape.crowd(),
          Shape.orderedSections());

  private static final TraceRuns RUNS = new TraceRuns(SHAPES);

  private RandomRuns() {}

  /** The traces of the regular run. */
  public static Stream<TestTrace> some() {
    return RUNS.some();
  }

  /** The traces of the full run. */
  public static Stream<TestTrace> full() {
    return RUNS.first(TraceRuns.FULL);
  }

  /** The regular run: always the same traces, so that occurrences can be counted. */
  public static void checkSome(TraceRuns.Check check) {
    RUNS.checkSome(check);
  }

  /** The long run: different traces each time. */
  public static void checkMany(TestReporter reporter, TraceRuns.Check check) {
    RUNS.checkMany(reporter, check);
  }
}
