package io.racedet;

import io.racedet.engine.EngineDefinition;
import io.racedet.engine.EngineSetup;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.proof.RaceCollector;
import io.racedet.proof.RaceProofs;
import io.racedet.trace.TraceReader;
import java.io.IOException;
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

  /** Adds all engines, before the events of the trace are read. */
  void add(TraceReader trace) throws IOException {
    for (EngineDefinition named : how.engines) {
      EngineDefinition engine = named.forTrace(trace, how.workers);
      Names known = engine.takesEvents() ? names : trace.names();
      List<String> name = List.of(engine.name());
      RaceCollector collector = new RaceCollector(contexts, known, how.everyPair, name, proofs);
      EngineSetup setup = new EngineSetup(contexts, collector.sink(0), how.limits, null);
      EngineRun run = new EngineRun(engine.name(), engine.create(setup), collector, timeLimit);
      engines.add(run);
      if (engine.takesEvents()) {
        takingEvents.add(run);
      }
    }
  }

  /** Whether any engine or search needs the events; they are also read to check the trace only. */
  boolean needEvents() {
    return engines.isEmpty() || !takingEvents.isEmpty() || proofs != null || !deadlocks.isEmpty();
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
