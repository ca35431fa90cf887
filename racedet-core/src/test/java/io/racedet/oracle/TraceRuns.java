package io.racedet.oracle;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.TestReporter;

/** Random traces of some shapes for a check, with the one on which it failed. */
public final class TraceRuns {
  private static final int SOME = 2_000;
  private static final int MANY = 100_000;
  private static final long SEED = 20061117;

  private final List<Shape> shapes;

  public TraceRuns(List<Shape> shapes) {
    this.shapes = List.copyOf(shapes);
  }

  /** What is asserted of each trace. */
  public interface Check {
    void check(TestTrace trace);
  }

  /** The ordinary run: always the same traces, so that what occurs can be counted. */
  public void checkSome(Check check) {
    check(SEED, SOME, check);
  }

  /** The long run: other traces each time. */
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
