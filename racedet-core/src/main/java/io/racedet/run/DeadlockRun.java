package io.racedet.run;

import io.racedet.engine.Engine;
import io.racedet.engine.deadlock.DeadlockEngine;
import io.racedet.engine.deadlock.DeadlockPattern;
import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.proof.DeadlockCollector;
import io.racedet.proof.RaceProofs;
import io.racedet.race.Deadlock;
import io.racedet.race.Limit;
import io.racedet.race.ReachedLimit;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;

/** The search for the deadlocks of a trace. */
public final class DeadlockRun extends EngineGroup<Deadlock, DeadlockCollector> {
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
    super(new DeadlockCollector(contexts, names, proofs));
    add("deadlocks", () -> engines.apply(collector()::add), null);
  }

  @Override
  public List<ReachedLimit> limits() {
    List<ReachedLimit> limits = super.limits();
    if (collector().areDecided()) {
      limits.removeIf(limit -> limit.limit().equals(Limit.CLOSURE_STEPS.name())); // no difference
    }
    return limits;
  }
}
