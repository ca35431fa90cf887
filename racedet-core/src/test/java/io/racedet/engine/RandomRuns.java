package io.racedet.engine;

import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.TestReporter;

/** Random traces of all kinds for a check that says on which one it failed. */
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
              .with(Shape.Step.RECEIVE, 2));

  private static final int SOME = 2_000;
  private static final int MANY = 100_000;
  private static final long SEED = 20061117;

  private RandomRuns() {}

  /** A check of one trace. */
  public interface Check {
    void check(TestTrace trace);
  }

  /** The ordinary run: always the same traces, so that what occurs can be counted. */
  public static void checkSome(Check check) {
    check(SEED, SOME, check);
  }

  /** The long run: other traces each time. */
  public static void checkMany(TestReporter reporter, Check check) {
    long seed = System.nanoTime();
    reporter.publishEntry("seed", String.valueOf(seed));
    check(seed, MANY, check);
  }

  private static void check(long seed, int traces, Check check) {
    SplittableRandom seeds = new SplittableRandom(seed);
    for (int i = 0; i < traces; i++) {
      long traceSeed = seeds.nextLong();
      TestTrace trace = RandomTraces.of(SHAPES.get(i % SHAPES.size()), traceSeed);
      try {
        check.check(trace);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "shape " + i % SHAPES.size() + ", seed " + traceSeed + ":" + trace, e);
      }
    }
  }
}
