package io.racedet.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.deadlock.DeadlockEngine;
import io.racedet.race.Deadlock;
import io.racedet.race.Grade;
import io.racedet.witness.checker.WitnessChecker;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of the requests of a deadlock are tried. */
class DeadlockCollectorTest {
  private static final String ONE = "T1|acq(a)|A  T1|acq(b)|B  T1|rel(b)|C  T1|rel(a)|D";
  private static final String OTHER = "T2|acq(b)|E  T2|acq(a)|F  T2|rel(a)|G  T2|rel(b)|H";

  private final List<List<Long>> tried = new ArrayList<>();

  /** Collects the deadlocks of a trace; only the witness of one cycle of requests is allowed. */
  private DeadlockCollector collector(String events, List<Long> allowed) {
    RecordedTrace trace = RecordedTrace.of(events);
    RaceProofs proofs =
        new RaceProofs(
            trace.contexts,
            trace.names,
            new SearchBudget(10_000, 1_000_000),
            history -> {
              WitnessChecker checker = new WitnessChecker(history);
              return (claim, found) -> {
                List<Long> next = List.of(claim.next()[0], claim.next()[1]);
                tried.add(next);
                return next.equals(allowed) && claim.isProved(checker, found);
              };
            });
    proofs.record(trace.block);
    DeadlockCollector collector = new DeadlockCollector(trace.contexts, trace.names, proofs);
    DeadlockEngine engine =
        DeadlockEngine.ofRequests(
            trace.contexts, location -> false, DeadlockCollector.mostTried(), collector::add);
    engine.consume(trace.block);
    engine.finish();
    collector.prove(deadlock -> {});
    return collector;
  }

  @Test
  void witnessOfTheFirstRequestsNotAllowed_othersAreTried() {
    DeadlockCollector collector =
        collector(String.join("  ", ONE, OTHER, ONE, OTHER), List.of(14L, 10L));
    assertThat(tried).hasSizeGreaterThan(1).last().isEqualTo(List.of(14L, 10L));
    assertThat(collector.found()).extracting(Deadlock::grade).containsExactly(Grade.WITNESSED);
    assertThat(collector.found().get(0).indices()).isEqualTo("10,14");
  }

  @Test
  void noWitnessAllowed_undecidedByTheFirstOne() {
    DeadlockCollector collector = collector(String.join("  ", ONE, OTHER, ONE, OTHER), List.of());
    assertThat(tried).hasSize(4).doesNotHaveDuplicates();
    assertThat(collector.found()).extracting(Deadlock::grade).containsExactly(Grade.PREDICTED);
    assertThat(collector.found().get(0).remark())
        .isEqualTo(
            "internal error: the checker refuses the witness of events "
                + tried.get(0).get(0)
                + ","
                + tried.get(0).get(1));
  }
}
