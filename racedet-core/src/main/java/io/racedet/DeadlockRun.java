package io.racedet;

import io.racedet.engine.Engine;
import io.racedet.engine.deadlock.DeadlockEngine;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.proof.DeadlockCollector;
import io.racedet.proof.RaceProofs;
import io.racedet.proof.SearchBudget;
import io.racedet.race.Deadlock;
import io.racedet.race.ReachedLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The search for the dead-locks of a trace. */
final class DeadlockRun {
  private final RaceProofs proofs; // null if no witnesses are searched
  private final DeadlockCollector collector;
  private final Engine engine;

  DeadlockRun(LockContexts contexts, Names names, SearchBudget budget) {
    proofs = budget.isNone() ? null : new RaceProofs(contexts, names, budget);
    collector = new DeadlockCollector(contexts, names, proofs);
    engine =
        Engine.ofRanges(
            proofs == null
                ? DeadlockEngine.ofPatterns(contexts, collector::add)
                : DeadlockEngine.ofRequests(
                    contexts, DeadlockCollector.mostTried(), collector::add));
  }

  void consume(EventBlock block) {
    engine.consume(block);
    if (proofs != null) {
      proofs.record(block);
    }
  }

  /** Ends the trace, and searches proofs. */
  DeadlockReport finish(long events, long dropped, Consumer<Deadlock> decided) {
    engine.finish();
    List<ReachedLimit> limits = new ArrayList<>(engine.limits());
    collector.prove(decided);
    limits.addAll(collector.limits());
    return new DeadlockReport(
        collector.deadlocks(), collector.refuted(), events, dropped, limits, collector.errors());
  }
}
