package io.racedet;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineDefinition;
import io.racedet.engine.EngineSetup;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Op.Operand;
import io.racedet.proof.RaceCollector;
import io.racedet.proof.RaceProofs;
import io.racedet.race.Race;
import io.racedet.race.RaceSink;
import io.racedet.race.ReachedLimit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * The engines of an analysis. One that throws is not used any more; the races that it has reported
 * stay, and the others go on.
 */
final class EngineGroup implements ProofRecording.Search {
  /**
   * In place of an engine that has thrown. One that runs out of memory is like one with a defect:
   * without it the others can go on, so errors are caught, too.
   */
  private static final Engine STOPPED =
      new Engine() {
        @Override
        public void consume(EventBlock block) {}

        @Override
        public boolean takesRanges() {
          return true;
        }

        @Override
        public boolean forgets() {
          return true;
        }
      };

  /** Is told of no race. */
  static final Consumer<Race> NO_LISTENER = race -> {};

  private final RaceCollector collector;
  private final List<String> names = new ArrayList<>();
  private final List<Engine> engines = new ArrayList<>();
  private final List<AnalysisFailure> failures = new ArrayList<>();
  private final Consumer<Race> listener;
  private final DeadlockRun deadlocks; // null if none are searched for
  private final ProofRecording recording;
  private RaceProofs proofs; // null if no witnesses are searched, or after they have failed
  private Throwable unthrown; // the first failure since the last rethrow()

  /** Starts the engines of an analysis. */
  EngineGroup(RaceAnalysis.Builder how, LockContexts contexts) {
    listener = how.listener;
    how.engines.forEach(engine -> names.add(engine.name()));
    proofs = RaceProofs.within(how.witnesses, contexts, how.names);
    collector = new RaceCollector(contexts, how.names, how.everyPair, names, proofs);
    for (EngineDefinition engine : how.engines) {
      RaceSink races = collector.sink(engines.size());
      EngineSetup setup = new EngineSetup(contexts, races, how.limits, null);
      engines.add(Engine.ofRanges(engine.create(setup)));
    }
    deadlocks =
        how.deadlocks ? new DeadlockRun(contexts, how.names, location -> false, proofs) : null;
    recording =
        new ProofRecording(proofs, deadlocks == null ? List.of(this) : List.of(this, deadlocks));
  }

  /** The races found so far. */
  RaceCollector races() {
    return collector;
  }

  /** The deadlocks of a trace that has ended. */
  DeadlockReport deadlocks(long events, long dropped) {
    if (deadlocks == null) {
      throw new IllegalStateException(
          "no deadlocks are searched for (expected: a feed with deadlocks)");
    }
    return deadlocks.finish(events, dropped, deadlock -> {});
  }

  /** Whether ids can be reused: all engines can forget, and no search needs the whole trace. */
  boolean forgets() {
    if (proofs != null || deadlocks != null) {
      return false;
    }
    for (int i = 0; i < engines.size(); i++) {
      if (!engines.get(i).forgets()) {
        return false;
      }
    }
    return true;
  }

  void forget(Operand space, int id) {
    for (Engine engine : engines) {
      engine.forget(space, id);
    }
    if (space == Operand.VARIABLE) {
      collector.forgetVariable(id);
    }
  }

  void forgetThreads(BitSet threads) {
    collector.forgetThreads(threads);
  }

  void markContexts(BitSet live) {
    for (Engine engine : engines) {
      engine.markContexts(live);
    }
  }

  void consume(EventBlock block, long index) {
    for (int i = 0; i < engines.size(); i++) {
      try {
        engines.get(i).consume(block);
      } catch (RuntimeException | Error e) {
        stop(i, index, e);
      }
    }
    if (deadlocks != null) {
      deadlocks.consume(block);
    }
    recording.accept(block);
  }

  void finish(long index) {
    for (int i = 0; i < engines.size(); i++) {
      try {
        engines.get(i).finish();
      } catch (RuntimeException | Error e) {
        stop(i, index, e);
      }
    }
    if (proofs != null) {
      try {
        collector.prove(race -> {});
      } catch (RuntimeException | Error e) {
        stopProofs(index, e);
      }
    }
  }

  private void stop(int engine, long index, Throwable cause) {
    engines.set(engine, STOPPED);
    fail(names.get(engine), index, cause);
  }

  @Override
  public void stopProofs(long index, Throwable cause) {
    proofs = null;
    collector.dropProofs();
    fail(AnalysisFailure.WITNESSES, index, cause);
  }

  private void fail(String source, long index, Throwable cause) {
    failures.add(new AnalysisFailure(source, index, cause));
    unthrown = unthrown == null ? cause : unthrown;
  }

  /**
   * Tells the listener of the races that it has not been told of. Called last: if it throws, the
   * state is consistent and the analysis can go on.
   */
  void tell(boolean ended) {
    if (isTold(ended)) {
      collector.announce(listener);
    }
  }

  /** Tells the listener of each race that it has not been told of, whether or not it throws. */
  void tellWithoutThrowing(boolean ended, long index) {
    if (isTold(ended)) {
      collector.announce(
          race -> {
            try {
              listener.accept(race);
            } catch (RuntimeException | Error e) {
              if (failures.stream().noneMatch(f -> f.source().equals(AnalysisFailure.LISTENER))) {
                failures.add(new AnalysisFailure(AnalysisFailure.LISTENER, index, e));
              }
            }
          });
    }
  }

  /** Races have their grades when they are found, or at the end if witnesses are searched. */
  private boolean isTold(boolean ended) {
    return listener != NO_LISTENER && (ended || proofs == null);
  }

  /** Throws the first failure of an engine that has not been thrown. */
  void rethrow() {
    Throwable cause = unthrown;
    unthrown = null;
    if (cause instanceof Error error) {
      throw error;
    }
    if (cause != null) {
      throw (RuntimeException) cause;
    }
  }

  /** The races found by the events that have been processed, of a trace of so many events. */
  RaceReport report(long events) {
    List<ReachedLimit> limits = new ArrayList<>();
    engines.forEach(engine -> limits.addAll(engine.limits()));
    limits.addAll(collector.limits());
    return new RaceReport(
        collector.races(),
        collector.refuted(),
        events,
        0,
        limits,
        collector.errors(),
        failures,
        collector.steps());
  }
}
