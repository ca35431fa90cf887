package io.racedet.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.deadlock.DeadlockPattern;
import io.racedet.event.EventSink;
import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.race.AccessContext;
import io.racedet.race.Deadlock;
import io.racedet.race.Grade;
import io.racedet.race.ReachedLimit;
import io.racedet.witness.checker.WitnessChecker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Patterns that are no proved deadlocks: their order, their names and the limits. */
class UnprovedDeadlocksTest {
  private static final String FREE =
      "T1|acq(a)|A  T1|acq(b)|B  T1|rel(b)|C  T1|rel(a)|D"
          + "  T2|acq(b)|E  T2|acq(a)|F  T2|rel(a)|G  T2|rel(b)|H";

  /** The same under a lock that both threads hold. */
  private static final String GATED =
      "  T1|acq(g)|I  T1|acq(a)|J  T1|acq(b)|K  T1|rel(b)|L  T1|rel(a)|M  T1|rel(g)|N"
          + "  T2|acq(g)|O  T2|acq(b)|P  T2|acq(a)|Q  T2|rel(a)|R  T2|rel(b)|S  T2|rel(g)|T";

  private static final RecordedTrace TRACE = RecordedTrace.of(FREE + GATED);
  private static final long[] FREE_REQUESTS = {2, 6};
  private static final long[] GATED_REQUESTS = {11, 17};
  private static final SearchBudget ENOUGH = new SearchBudget(10_000, 1_000_000);
  private static final int MOST_TRIED = 32;
  private static final String NOT_TRIED =
      "the requests that were tried cannot deadlock in any reordering; others were not tried";

  private final List<List<Long>> tried = new ArrayList<>();
  private final List<Deadlock> told = new ArrayList<>();

  private static DeadlockPattern pattern(boolean isSyncPreserving, long... requests) {
    long[] details = new long[requests.length];
    for (int i = 0; i < details.length; i++) {
      int at = (int) requests[i] - 1;
      details[i] = AccessContext.of(TRACE.block.contexts()[at], TRACE.block.locations()[at]);
    }
    return new DeadlockPattern(details, List.of(requests), isSyncPreserving, true, 1);
  }

  private DeadlockCollector proved(SearchBudget budget, DeadlockPattern... patterns) {
    RaceProofs proofs =
        new RaceProofs(
            TRACE.contexts,
            TRACE.names,
            budget,
            history -> {
              WitnessChecker checker = new WitnessChecker(history);
              return (claim, found) -> {
                tried.add(List.of(claim.next()[0], claim.next()[1]));
                return claim.isProved(checker, found);
              };
            });
    proofs.record(TRACE.block);
    DeadlockCollector collector = new DeadlockCollector(TRACE.contexts, TRACE.names, proofs);
    for (DeadlockPattern pattern : patterns) {
      collector.add(pattern);
    }
    collector.prove(told::add);
    return collector;
  }

  @Test
  void prove_tellsWhatIsNotRefuted() {
    DeadlockCollector collector =
        proved(ENOUGH, pattern(false, GATED_REQUESTS), pattern(false, FREE_REQUESTS));
    assertThat(told).extracting(Deadlock::grade).containsExactly(Grade.WITNESSED);
    assertThat(told).isEqualTo(collector.found());
    assertThat(collector.refuted()).extracting(Deadlock::indices).containsExactly("11,17");
    assertThat(collector.limits()).isEmpty();
    assertThat(collector.areDecided()).isTrue();
  }

  @Test
  void prove_withoutSearch_tellsNothing() {
    DeadlockCollector collector = new DeadlockCollector(TRACE.contexts, TRACE.names, null);
    collector.add(pattern(false, FREE_REQUESTS));
    collector.prove(told::add);
    assertThat(told).isEmpty();
    assertThat(collector.found()).extracting(Deadlock::grade).containsExactly(Grade.PREDICTED);
    assertThat(collector.areDecided()).isFalse();
  }

  /** What is refuted by a lock that all hold takes one step. */
  @Test
  void limits_budgetSpent_sayForHowManyOfAll() {
    DeadlockPattern refuted = pattern(false, GATED_REQUESTS);
    DeadlockPattern free = pattern(false, FREE_REQUESTS);
    assertThat(proved(new SearchBudget(10_000, 0), free).limits())
        .containsExactly(
            new ReachedLimit("TOTAL_STEPS", "1 of 1 deadlock not decided", "--total-budget"));
    assertThat(proved(new SearchBudget(10_000, 1), refuted, free).limits())
        .containsExactly(
            new ReachedLimit("TOTAL_STEPS", "1 of 2 deadlocks not decided", "--total-budget"));
  }

  @Test
  void allPatternsRefuted_isRefuted_butNotIfThereAreMoreThanAreTried() {
    DeadlockPattern[] patterns = new DeadlockPattern[MOST_TRIED];
    Arrays.fill(patterns, pattern(false, GATED_REQUESTS));
    DeadlockCollector all = proved(ENOUGH, patterns);
    assertThat(all.refuted()).extracting(Deadlock::count).containsExactly((long) MOST_TRIED);
    assertThat(all.limits()).isEmpty();

    DeadlockPattern[] more = Arrays.copyOf(patterns, MOST_TRIED + 1);
    more[MOST_TRIED] = patterns[0];
    DeadlockCollector some = proved(ENOUGH, more);
    assertThat(some.refuted()).isEmpty();
    assertThat(some.found()).extracting(Deadlock::count).containsExactly(MOST_TRIED + 1L);
    assertThat(some.found()).extracting(d -> d.proof().remark()).containsExactly(NOT_TRIED);
    assertThat(some.limits())
        .containsExactly(new ReachedLimit("PAIRS_TRIED", "1 of 1 deadlock not decided", ""));
  }

  @Test
  void patternWhoseOrderIsKept_isTriedFirst() {
    long[] reversed = {6, 2};
    DeadlockCollector collector =
        proved(ENOUGH, pattern(false, FREE_REQUESTS), pattern(true, reversed));
    assertThat(collector.found()).extracting(Deadlock::count).containsExactly(2L);
    assertThat(tried).containsExactly(List.of(6L, 2L));
  }

  /** By the last request, then by the first one. */
  @Test
  void found_isInTheOrderOfTheTrace() {
    LockContexts contexts = new LockContexts();
    DeadlockCollector collector = new DeadlockCollector(contexts, Names.IDS, null);
    collector.add(located(contexts, 1, 30, 14));
    collector.add(located(contexts, 2, 20, 30));
    collector.add(located(contexts, 3, 29, 18));
    collector.add(located(contexts, 4, 30, 16));
    assertThat(collector.found())
        .extracting(Deadlock::indices)
        .containsExactly("18,29", "14,30", "16,30", "20,30");
  }

  private static DeadlockPattern located(LockContexts contexts, int location, long... requests) {
    int one = contexts.child(contexts.child(contexts.root(0), 0, false), 1, true);
    int other = contexts.child(contexts.child(contexts.root(1), 1, false), 0, false);
    long[] details = {AccessContext.of(one, location), AccessContext.of(other, location)};
    return new DeadlockPattern(details, List.of(requests), false, true, 1);
  }

  @Test
  void request_hasTheNamesOfItsThreadAndLocks() {
    LockContexts contexts = new LockContexts();
    DeadlockCollector collector = new DeadlockCollector(contexts, Names.IDS, null);
    collector.add(located(contexts, EventSink.NO_LOCATION, 5, 9));
    collector.add(located(contexts, 7, 6, 10));
    assertThat(collector.found())
        .extracting(Deadlock::requests)
        .containsExactly(
            List.of(
                new Deadlock.Request(5, "thread 0", "lock 1", true, "", List.of("lock 0")),
                new Deadlock.Request(9, "thread 1", "lock 0", false, "", List.of("lock 1"))),
            List.of(
                new Deadlock.Request(
                    6, "thread 0", "lock 1", true, "location 7", List.of("lock 0")),
                new Deadlock.Request(
                    10, "thread 1", "lock 0", false, "location 7", List.of("lock 1"))));
  }
}
