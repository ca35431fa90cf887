package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.Pair;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Reorderings;
import io.racedet.oracle.Shape;
import io.racedet.oracle.Shape.Step;
import io.racedet.oracle.TestTrace;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * All conflicting pairs of small random traces, compared with the enumeration of all reorderings.
 */
class WitnessRandomTest {
  private static final int LONGEST = 14;
  private static final long ENOUGH = 1_000_000;
  private static final List<Shape> SHAPES =
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
              .with(Step.RECEIVE, 3));

  @Test
  void search_2000RandomTraces_witnessesWhatIsEnabledAndRefutesAllElse() {
    compare(20261121, 2_000);
  }

  @Test
  @Tag("soak")
  void search_100000RandomTraces_witnessesWhatIsEnabledAndRefutesAllElse(TestReporter reporter) {
    long seed = System.nanoTime();
    reporter.publishEntry("seed", String.valueOf(seed));
    compare(seed, 100_000);
  }

  private static void compare(long seed, int traces) {
    SplittableRandom seeds = new SplittableRandom(seed);
    for (int i = 0; i < traces; i++) {
      long traceSeed = seeds.nextLong();
      Shape shape = SHAPES.get(i % SHAPES.size()).withMaxEvents(LONGEST);
      TestTrace trace = RandomTraces.of(shape, traceSeed);
      String description = "shape " + i % SHAPES.size() + ", seed " + traceSeed + trace;
      compare(trace, description);
    }
  }

  private static void compare(TestTrace trace, String description) {
    List<Pair> conflicting = Recording.conflicting(trace);
    if (conflicting.isEmpty()) {
      return;
    }
    EventHistory recorded = Recording.of(trace);
    WitnessSearch search = new WitnessSearch(recorded, ENOUGH, Long.MAX_VALUE);
    WitnessChecker checker = new WitnessChecker(recorded);
    SortedSet<Pair> witnessed = new TreeSet<>();
    for (Pair pair : conflicting) {
      SearchResult verdict = search.search(pair.first(), pair.second());
      assertThat(verdict)
          .as(pair + " of " + description)
          .isNotInstanceOf(SearchResult.GaveUp.class);
      if (verdict instanceof SearchResult.Witnessed witness) {
        witnessed.add(pair);
        assertThat(checker.accepts(witness.sequence(), pair.first(), pair.second()))
            .as(pair + " of " + description)
            .isTrue();
      }
    }
    assertThat(witnessed).as(description).isEqualTo(new Reorderings(trace).enabled());
  }
}
