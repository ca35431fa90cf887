package io.racedet.run;

import io.racedet.engine.EngineDefinition;
import io.racedet.engine.EngineLimits;
import io.racedet.proof.SearchBudget;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * What an analysis does with a trace, whether the trace is read from a file or arrives event by
 * event.
 *
 * @param everyPair whether every racing pair is a race of its own
 * @param limits how much history engines with bounded history keep
 * @param witnesses how many steps the search for proofs may take
 * @param isTry whether acquires at a location do not wait, so that no deadlock is made of them;
 *     null if no deadlocks are searched for
 */
public record AnalysisOptions(
    List<EngineDefinition> engines,
    boolean everyPair,
    EngineLimits limits,
    SearchBudget witnesses,
    IntPredicate isTry) {
  /** Every acquire waits until the lock is free. */
  public static final IntPredicate NO_TRIES = location -> false;

  public AnalysisOptions {
    engines = List.copyOf(engines);
  }

  /** The options of a search for deadlocks alone. */
  public static AnalysisOptions ofDeadlocks(IntPredicate isTry, SearchBudget witnesses) {
    return new AnalysisOptions(List.of(), false, EngineLimits.DEFAULT, witnesses, isTry);
  }

  /** The same for other engines. */
  public AnalysisOptions with(List<EngineDefinition> others) {
    return new AnalysisOptions(others, everyPair, limits, witnesses, isTry);
  }
}
