package io.racedet;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineDefinition;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.compressed.CompressedEngine;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.grammar.Grammar;
import io.racedet.proof.RaceCollector;
import io.racedet.proof.RaceProofs;
import io.racedet.trace.TraceReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The engines that run on one trace, and the search for deadlocks in it. */
final class TraceEngines {
  private final TraceAnalysis.Builder how;
  private final LockContexts contexts;
  private final Names names;
  private final Duration timeLimit;
  private final RaceProofs proofs; // null if no witnesses are searched for
  private final List<EngineRun> engines = new ArrayList<>();
  private final List<EngineRun> takingEvents = new ArrayList<>();
  private final List<DeadlockRun> deadlocks; // one, or none if they are not searched for

  /**
   * Starts without an engine.
   *
   * @param names names of the ids of events
   * @param timeLimit how long each engine may work; null for runs whose cost is not measured
   */
  TraceEngines(TraceAnalysis.Builder how, LockContexts contexts, Names names, Duration timeLimit) {
    this.how = how;
    this.contexts = contexts;
    this.names = names;
    this.timeLimit = timeLimit;
    proofs = RaceProofs.within(how.witnesses, contexts, names);
    deadlocks =
        how.deadlocks == null
            ? List.of()
            : List.of(new DeadlockRun(contexts, names, location -> false, proofs));
  }

  /**
   * Adds all engines.
   *
   * @param grammar the grammar of the trace, of which some engines take the rules; null for none
   */
  void add(TraceReader trace, Grammar grammar) {
    for (EngineDefinition engine : how.engines) {
      Grammar rules =
          grammar != null && engine instanceof CompressedEngine c ? c.rules(grammar) : null;
      Names known = rules != null ? trace.names() : names;
      List<String> name = List.of(engine.name());
      RaceCollector collector = new RaceCollector(contexts, known, how.everyPair, name, proofs);
      EngineSetup setup = new EngineSetup(contexts, collector.sink(0), how.limits, null);
      Engine made =
          rules != null
              ? new GrammarRun((CompressedEngine) engine, rules, known, setup)
              : byEvents(engine, setup, grammar);
      EngineRun run = new EngineRun(engine.name(), made, collector, timeLimit);
      engines.add(run);
      if (rules == null) {
        takingEvents.add(run);
      }
    }
  }

  /** Makes an engine that takes events, or compresses them. */
  private Engine byEvents(EngineDefinition engine, EngineSetup setup, Grammar grammar) {
    return engine instanceof CompressedEngine compressed
        ? compressed.create(setup, how.workers, grammar)
        : engine.create(setup);
  }

  /** Whether any needs the events, not only the rules of the grammar. */
  boolean needEvents() {
    return !takingEvents.isEmpty() || proofs != null || !deadlocks.isEmpty();
  }

  /** Takes the events of the trace, after all engines were added. */
  Consumer<EventBlock> consumer() {
    List<ProofRecording.Search> searches = new ArrayList<>(engines);
    searches.addAll(deadlocks);
    ProofRecording recording = new ProofRecording(proofs, searches);
    return block -> {
      takingEvents.forEach(engine -> engine.consume(block));
      deadlocks.forEach(search -> search.consume(block));
      recording.accept(block);
    };
  }

  /** Ends the trace. */
  List<MeasuredReport> finish(long events, long dropped) {
    List<MeasuredReport> reports = new ArrayList<>();
    for (EngineRun engine : engines) {
      reports.add(engine.finish(events, dropped, how.decided));
    }
    for (DeadlockRun search : deadlocks) {
      how.deadlocks.accept(search.finish(events, dropped, deadlock -> {}));
    }
    return reports;
  }
}
