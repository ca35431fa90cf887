package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.CollectedTrace;
import io.racedet.oracle.HappensBefore;
import io.racedet.oracle.Pair;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.Shape.Step;
import io.racedet.oracle.TestTrace;
import io.racedet.witness.checker.WitnessChecker;
import io.racedet.witness.unrecorded.WalkedAccesses;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Random traces of which walks are recorded as ranges, compared with the true traces: the same
 * accesses race, and what is a witness of one is a witness of the other.
 */
class CollectedTraceTest {
  private static final int SOME = 4_000;
  private static final int MANY = 100_000;
  private static final long SEED = 16;
  private static final long ENOUGH = 1_000_000;
  private static final List<Shape> SHAPES =
      List.of(
          Shape.plain().withVariables(3).withMaxEvents(16),
          Shape.plain().withThreads(3).withVariables(3).withMaxEvents(18),
          Shape.lockHeavy().withThreads(3).withVariables(3).withMaxEvents(24),
          Shape.everything()
              .without(Step.ALLOC)
              .withThreads(3)
              .withVariables(3)
              .withMaxEvents(24)
              .with(Step.READ, 8)
              .with(Step.WRITE, 8),
          Shape.handOffs()
              .without(Step.ALLOC)
              .withVariables(3)
              .withMaxEvents(22)
              .with(Step.READ, 8)
              .with(Step.WRITE, 8),
          Shape.children()
              .without(Step.ALLOC)
              .withVariables(3)
              .withMaxEvents(22)
              .with(Step.READ, 8)
              .with(Step.WRITE, 8));

  private int ranged;
  private int witnesses;
  private int through; // ranges
  private int refused;

  @Test
  void collectedTraces_ofSome_haveTheSameRaces() {
    check(SEED, SOME);
    assertThat(ranged).isGreaterThan(SOME / 4);
    assertThat(witnesses).isGreaterThan(SOME / 4);
    assertThat(through).isGreaterThan(SOME / 10);
    assertThat(refused).isGreaterThan(SOME / 100);
  }

  @Test
  @Tag("soak")
  void collectedTraces_ofMany_haveTheSameRaces(TestReporter reporter) {
    long seed = System.nanoTime();
    reporter.publishEntry("seed", String.valueOf(seed));
    check(seed, MANY);
  }

  private void check(long seed, int traces) {
    SplittableRandom seeds = new SplittableRandom(seed);
    for (int i = 0; i < traces; i++) {
      TestTrace whole = RandomTraces.of(SHAPES.get(i % SHAPES.size()), seeds.nextLong());
      CollectedTrace collected = new CollectedTrace(whole, seeds.nextLong());
      if (!collected.walks().isEmpty()) {
        ranged++;
        checkRaces(whole, collected);
        checkWitnesses(whole, collected);
      }
    }
  }

  private static void checkRaces(TestTrace whole, CollectedTrace collected) {
    Set<Set<Integer>> races = new HashSet<>();
    for (Pair race : new HappensBefore(collected.trace()).races()) {
      races.add(
          new TreeSet<>(
              Set.of(collected.original(race.first()), collected.original(race.second()))));
    }
    Set<Set<Integer>> expected = new HashSet<>();
    for (Pair race : new HappensBefore(whole).races()) {
      expected.add(new TreeSet<>(Set.of(race.first(), race.second())));
    }
    assertThat(races).as("%s", whole).isEqualTo(expected);
  }

  private void checkWitnesses(TestTrace whole, CollectedTrace collected) {
    TestTrace kept = collected.trace();
    EventHistory recorded = Recording.of(kept, collected.walks(), collected.variables());
    WitnessSearch search = new WitnessSearch(recorded, ENOUGH, Long.MAX_VALUE);
    WalkedAccesses walked = new WalkedAccesses(recorded);
    WitnessChecker checker = new WitnessChecker(Recording.of(whole));
    for (Pair pair : Recording.conflicting(kept)) {
      if (search.search(pair.first(), pair.second()) instanceof SearchResult.Witnessed found) {
        long[] sequence = found.sequence();
        if (walked.allow(sequence, pair.first(), pair.second())) {
          witnesses++;
          for (long index : sequence) {
            through += recorded.isWalked(recorded.find(index)) ? 1 : 0;
          }
          long first = collected.original(pair.first());
          long second = collected.original(pair.second());
          long[] events = new TrueOrder(whole, collected, pair).of(sequence);
          assertThat(checker.accepts(events, first, second))
              .as(
                  "%s %s->%s of %s (%s) in %s",
                  pair,
                  Arrays.toString(sequence),
                  Arrays.toString(events),
                  kept,
                  collected.walks(),
                  whole)
              .isTrue();
        } else {
          refused++;
        }
      }
    }
  }

  /** A reordering of the true events: each walked one as late as it may be. */
  private static final class TrueOrder {
    private final TestTrace whole;
    private final CollectedTrace collected;
    private final EventHistory seen; // without inner acquires and releases
    private final Set<Integer> pair;
    private final List<Integer> all = new ArrayList<>();
    private final Set<Integer> done = new HashSet<>();
    private final Set<Integer> walked = new HashSet<>();

    TrueOrder(TestTrace whole, CollectedTrace collected, Pair pair) {
      this.whole = whole;
      this.collected = collected;
      seen = Recording.of(whole);
      this.pair = Set.of(collected.original(pair.first()), collected.original(pair.second()));
      collected
          .walks()
          .forEach(
              (first, walk) -> {
                for (int k = 0; k < (int) (long) walk; k++) {
                  walked.add(collected.original(first + k));
                }
              });
    }

    long[] of(long[] sequence) {
      Set<Integer> inSequence = new HashSet<>();
      for (long index : sequence) {
        inSequence.add(collected.original((int) index));
      }
      for (long index : sequence) {
        int event = collected.original((int) index);
        if (!walked.contains(event)) {
          addUpTo(event);
          add(event);
        }
        if (isWhole(whole.event(event).thread(), inSequence)) {
          addAllIfLast(index, sequence, event);
        }
      }
      pair.forEach(this::addUpTo);
      return all.stream().mapToLong(Integer::longValue).filter(i -> seen.find(i) >= 0).toArray();
    }

    private boolean isWhole(int thread, Set<Integer> inSequence) {
      for (int i = 1; i <= whole.size(); i++) {
        boolean isOfThread = whole.event(i).thread() == thread && seen.find(i) >= 0;
        if (isOfThread && !inSequence.contains(i)) {
          return false;
        }
      }
      return true;
    }

    /** Adds what is left of a thread after the last of its events in the sequence. */
    private void addAllIfLast(long index, long[] sequence, int event) {
      int thread = whole.event(event).thread();
      long last = 0;
      for (long each : sequence) {
        if (whole.event(collected.original((int) each)).thread() == thread) {
          last = each;
        }
      }
      if (last == index) {
        for (int i = 1; i <= whole.size(); i++) {
          if (whole.event(i).thread() == thread) {
            add(i);
          }
        }
      }
    }

    private void addUpTo(int event) {
      for (int i = 1; i < event; i++) {
        if (whole.event(i).thread() == whole.event(event).thread()) {
          add(i);
        }
      }
    }

    private void add(int event) {
      if (done.add(event)) {
        all.add(event);
      }
    }
  }
}
