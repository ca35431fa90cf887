package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import io.racedet.oracle.HappensBefore;
import io.racedet.oracle.LocksetDiscipline;
import io.racedet.oracle.Pair;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.ReducedTrace;
import io.racedet.oracle.Shape;
import io.racedet.oracle.Shape.Step;
import io.racedet.oracle.TestTrace;
import io.racedet.witness.checker.WitnessChecker;
import io.racedet.witness.unrecorded.UnrecordedAccesses;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Random traces without the accesses that others cover, compared with the whole traces: the same
 * variables have races, and what is a witness of one is a witness of the other.
 */
class ReducedTraceTest {
  private static final int SOME = 4_000;
  private static final int MANY = 100_000;
  private static final long SEED = 16;
  private static final long ENOUGH = 1_000_000;
  private static final List<Shape> SHAPES =
      List.of(
          Shape.plain().withVariables(2).withMaxEvents(16),
          Shape.plain().withThreads(3).withVariables(2).withMaxEvents(16),
          Shape.lockHeavy().withThreads(3).withVariables(2).withMaxEvents(24),
          Shape.everything().withThreads(3).withVariables(2).withMaxEvents(20),
          Shape.everything()
              .withVariables(2)
              .withMaxEvents(20)
              .with(Step.READ, 8)
              .with(Step.WRITE, 6),
          Shape.atomics().withVariables(2).withMaxEvents(18),
          Shape.handOffs().withVariables(2).withMaxEvents(20),
          Shape.children().withVariables(2).withMaxEvents(20));

  private int smaller;
  private int witnesses;
  private int refused;

  @Test
  void reducedTraces_ofSome_haveTheSameRaces() {
    check(SEED, SOME);
    assertThat(smaller).isGreaterThan(SOME / 4);
    assertThat(witnesses).isGreaterThan(SOME / 4);
    assertThat(refused).isBetween(SOME / 100, witnesses / 2);
  }

  @Test
  @Tag("soak")
  void reducedTraces_ofMany_haveTheSameRaces(TestReporter reporter) {
    long seed = System.nanoTime();
    reporter.publishEntry("seed", String.valueOf(seed));
    check(seed, MANY);
  }

  private void check(long seed, int traces) {
    SplittableRandom seeds = new SplittableRandom(seed);
    for (int i = 0; i < traces; i++) {
      TestTrace whole = RandomTraces.of(SHAPES.get(i % SHAPES.size()), seeds.nextLong());
      ReducedTrace reduced = new ReducedTrace(whole);
      if (reduced.isSmaller()) {
        smaller++;
        TestTrace kept = reduced.trace();
        assertThat(racy(kept, new HappensBefore(kept).races()))
            .as("%s", whole)
            .isEqualTo(racy(whole, new HappensBefore(whole).races()));
        assertThat(names(kept, new LocksetDiscipline(kept).violations().keySet()))
            .as("%s", whole)
            .isEqualTo(names(whole, new LocksetDiscipline(whole).violations().keySet()));
        checkWitnesses(whole, kept, reduced);
      }
    }
  }

  private static Set<String> racy(TestTrace trace, Set<Pair> races) {
    Set<Integer> variables = new TreeSet<>();
    races.forEach(pair -> variables.add(trace.event(pair.second()).operand()));
    return names(trace, variables);
  }

  private static Set<String> names(TestTrace trace, Set<Integer> variables) {
    Set<String> names = new TreeSet<>();
    variables.forEach(variable -> names.add(trace.name(Op.Operand.VARIABLE, variable)));
    return names;
  }

  private void checkWitnesses(TestTrace whole, TestTrace kept, ReducedTrace reduced) {
    EventHistory recorded = Recording.of(kept);
    WitnessSearch search = new WitnessSearch(recorded, ENOUGH, Long.MAX_VALUE);
    UnrecordedAccesses unrecorded = new UnrecordedAccesses(recorded);
    WitnessChecker checker = new WitnessChecker(Recording.of(whole));
    for (Pair pair : Recording.conflicting(kept)) {
      if (search.search(pair.first(), pair.second()) instanceof SearchResult.Witnessed found) {
        if (unrecorded.allow(found.sequence())) {
          witnesses++;
          long first = reduced.original(pair.first());
          long second = reduced.original(pair.second());
          assertThat(checker.accepts(whole(found.sequence(), pair, whole, reduced), first, second))
              .as("%s of %s in %s", pair, kept, whole)
              .isTrue();
        } else {
          refused++;
        }
      }
    }
  }

  /** The sequence with all accesses, each right after the event before it of its thread. */
  private static long[] whole(long[] sequence, Pair pair, TestTrace trace, ReducedTrace reduced) {
    List<Long> all = new ArrayList<>();
    Set<Integer> recorded = reduced.recorded();
    Set<Integer> last = Set.of(reduced.original(pair.first()), reduced.original(pair.second()));
    for (long index : sequence) {
      int at = reduced.original((int) index);
      all.add((long) at);
      int next = nextOfThread(trace, at);
      while (next > 0 && !recorded.contains(next) && !last.contains(next)) {
        all.add((long) next);
        next = nextOfThread(trace, next);
      }
    }
    return all.stream().mapToLong(Long::longValue).toArray();
  }

  private static int nextOfThread(TestTrace trace, int index) {
    for (int next = index + 1; next <= trace.size(); next++) {
      if (trace.event(next).thread() == trace.event(index).thread()) {
        return next;
      }
    }
    return 0;
  }
}
