package io.racedet.run;

import io.racedet.engine.EngineDefinition;
import io.racedet.engine.EngineSetup;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.proof.RaceCollector;
import io.racedet.proof.RaceProofs;
import io.racedet.race.Race;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The searches of one trace for races and deadlocks, and its one recording for all searches for
 * witnesses. If recording fails, for example because memory runs out, the latter end.
 */
public final class AnalysisRun {
  private final LockContexts contexts;
  private final AnalysisOptions options;
  private final List<RaceRun> races = new ArrayList<>();
  private final DeadlockRun deadlocks; // null if none are searched for
  private final List<EngineGroup<?, ?>> groups = new ArrayList<>(); // all of these
  private final List<EngineGroup<?, ?>> takingEvents = new ArrayList<>();
  private RaceProofs proofs; // null if no witnesses are searched for, or after this has failed

  private AnalysisRun(AnalysisOptions options, LockContexts contexts, Names names) {
    this.options = options;
    this.contexts = contexts;
    proofs = RaceProofs.within(options.witnesses(), contexts, names);
    boolean areSearched = options.isTry() != null;
    deadlocks = areSearched ? new DeadlockRun(contexts, names, options.isTry(), proofs) : null;
    if (areSearched) {
      groups.add(deadlocks);
      takingEvents.add(deadlocks);
    }
  }

  /**
   * Starts a run whose engines report together.
   *
   * @param listener is told of races as soon as they have their grades; null for none
   */
  public static AnalysisRun together(
      AnalysisOptions options, Names names, Consumer<Race> listener) {
    AnalysisRun run = new AnalysisRun(options, new LockContexts(), names);
    run.add(options.engines(), true, names, null, listener);
    return run;
  }

  /**
   * Starts a run of which each engine reports by itself.
   *
   * @param namesOfFile names of the ids of the file, for engines that take no events
   * @param timeLimit how long each engine may work; null for runs whose cost is not measured
   */
  public static AnalysisRun apart(
      AnalysisOptions options,
      LockContexts contexts,
      Names names,
      Names namesOfFile,
      Duration timeLimit) {
    AnalysisRun run = new AnalysisRun(options, contexts, names);
    for (EngineDefinition engine : options.engines()) {
      boolean takesEvents = engine.takesEvents();
      run.add(List.of(engine), takesEvents, takesEvents ? names : namesOfFile, timeLimit, null);
    }
    return run;
  }

  private void add(
      List<EngineDefinition> engines,
      boolean takesEvents,
      Names names,
      Duration timeLimit,
      Consumer<Race> listener) {
    RaceCollector collector =
        new RaceCollector(
            contexts,
            names,
            options.everyPair(),
            engines.stream().map(EngineDefinition::name).toList(),
            proofs);
    RaceRun run = new RaceRun(collector, listener);
    for (int i = 0; i < engines.size(); i++) {
      EngineDefinition engine = engines.get(i);
      EngineSetup setup = new EngineSetup(contexts, collector.sink(i), options.limits(), null);
      run.add(engine.name(), () -> engine.create(setup), timeLimit);
    }
    races.add(run);
    groups.add(run);
    if (takesEvents) {
      takingEvents.add(run);
    }
  }

  /** The contexts of the events. */
  public LockContexts contexts() {
    return contexts;
  }

  /** The search for races, where all engines report together. */
  public RaceRun races() {
    return races.get(0);
  }

  /** The searches for races, in the order of their engines. */
  public List<RaceRun> eachEngine() {
    return races;
  }

  /** The search for deadlocks, or null. */
  public DeadlockRun deadlocks() {
    return deadlocks;
  }

  /** Whether ids can be reused: all engines can forget, and no search needs the whole trace. */
  public boolean forgets() {
    return proofs == null && deadlocks == null && races().forgets();
  }

  /** Whether any search needs the events; they are also read to check the trace only. */
  public boolean needsEvents() {
    return races.isEmpty() || !takingEvents.isEmpty() || proofs != null;
  }

  /** Takes the next events; throws nothing. */
  public void consume(EventBlock block) {
    if (block.size() == 0) {
      return;
    }
    for (int i = 0; i < takingEvents.size(); i++) {
      takingEvents.get(i).consume(block);
    }
    if (proofs != null) {
      try {
        proofs.record(block);
      } catch (RuntimeException | Error e) {
        proofs = null;
        groups.forEach(group -> group.stopProofs(block.lastIndex(), e));
      }
    }
  }
}
