package io.racedet.oracle;

import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.RandomDistribution;

/** Random well-formed traces, from a seed or as values of a property that shrink. */
public final class RandomTraces {
  private static final int STEPS_PER_EVENT = 4;

  private RandomTraces() {}

  /** The trace of a seed; the same on every machine. */
  public static TestTrace of(Shape shape, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int events = random.nextInt(2, shape.maxEvents() + 1);
    TraceComposer composer = new TraceComposer(shape.withMaxEvents(events));
    boolean closed = random.nextBoolean();
    for (int i = 0; i < events * stepsPerEvent(shape) && !composer.isFull(); i++) {
      composer.step(random.nextInt());
    }
    if (closed) {
      composer.closeSections();
    }
    return composer.trace();
  }

  /** More where many threads do not run most of the time, whose steps are skipped. */
  private static int stepsPerEvent(Shape shape) {
    return STEPS_PER_EVENT * Math.max(1, shape.forked() / 2);
  }

  /** Traces of a shape for jqwik. */
  public static Arbitrary<TestTrace> arbitrary(Shape shape) {
    return Arbitraries.integers()
        .between(0, Integer.MAX_VALUE)
        .withDistribution(RandomDistribution.uniform())
        .withoutEdgeCases()
        .list()
        .ofMinSize(1)
        .ofMaxSize(shape.maxEvents() * stepsPerEvent(shape))
        .map(numbers -> compose(shape, numbers));
  }

  private static TestTrace compose(Shape shape, List<Integer> numbers) {
    TraceComposer composer = new TraceComposer(shape);
    numbers.stream().takeWhile(unused -> !composer.isFull()).forEach(composer::step);
    if (numbers.size() % 2 == 0) {
      composer.closeSections();
    }
    return composer.trace();
  }
}
