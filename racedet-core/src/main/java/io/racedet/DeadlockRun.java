package io.racedet;

import io.racedet.engine.Engine;
import io.racedet.engine.deadlock.DeadlockEngine;
import io.racedet.engine.deadlock.DeadlockPattern;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.proof.DeadlockCollector;
import io.racedet.proof.RaceProofs;
import io.racedet.race.Deadlock;
import io.racedet.race.Limit;
import io.racedet.race.ReachedLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;

/**
 * The search for the deadlocks of a trace. If it runs out of memory or has a defect, what was found
 * before is kept.
 */
final class DeadlockRun implements ProofRecording.Search {
  private static final String ENGINE = "deadlocks";

  private final DeadlockCollector collector;
  private final List<AnalysisFailure> failures = new ArrayList<>();
  private Engine engine; // null after it was stopped

  /**
   * Starts a search.
   *
   * @param isTry whether acquires at a location do not wait
   * @param proofs null if no witnesses are searched; the trace is recorded for them elsewhere
   */
  DeadlockRun(LockContexts contexts, Names names, IntPredicate isTry, RaceProofs proofs) {
    this(
        contexts,
        names,
        proofs,
        patterns ->
            proofs == null
                ? DeadlockEngine.ofPatterns(contexts, isTry, patterns)
                : DeadlockEngine.ofRequests(
                    contexts, isTry, DeadlockCollector.mostTried(), patterns));
  }

  /**
   * Starts a search.
   *
   * @param engines makes the engine, which reports patterns to what it is given
   */
  DeadlockRun(
      LockContexts contexts,
      Names names,
      RaceProofs proofs,
      Function<Consumer<DeadlockPattern>, Engine> engines) {
    collector = new DeadlockCollector(contexts, names, proofs);
    engine = Engine.ofRanges(engines.apply(collector::add));
  }

  void consume(EventBlock block) {
    if (block.size() == 0) {
      return;
    }
    long last = block.lastIndex();
    if (engine != null) {
      try {
        engine.consume(block);
      } catch (RuntimeException | Error e) {
        stop(last, e);
      }
    }
  }

  private void stop(long event, Throwable cause) {
    engine = null;
    failures.add(new AnalysisFailure(ENGINE, event, cause));
  }

  @Override
  public void stopProofs(long event, Throwable cause) {
    collector.dropProofs();
    failures.add(new AnalysisFailure(AnalysisFailure.WITNESSES, event, cause));
  }

  /** Ends the trace, and searches proofs. */
  DeadlockReport finish(long events, long dropped, Consumer<Deadlock> decided) {
    List<ReachedLimit> limits = new ArrayList<>();
    if (engine != null) {
      try {
        engine.finish();
        limits.addAll(engine.limits());
      } catch (RuntimeException | Error e) {
        stop(events, e);
      }
    }
    try {
      collector.prove(decided);
    } catch (RuntimeException | Error e) {
      stopProofs(events, e);
    }
    if (collector.areDecided()) {
      limits.removeIf(limit -> limit.limit().equals(Limit.CLOSURE_STEPS.name())); // no difference
    }
    limits.addAll(collector.limits());
    return new DeadlockReport(
        collector.deadlocks(),
        collector.refuted(),
        events,
        dropped,
        limits,
        collector.errors(),
        failures);
  }
}
