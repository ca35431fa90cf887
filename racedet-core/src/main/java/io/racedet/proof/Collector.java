package io.racedet.proof;

import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.race.EngineResult;
import io.racedet.race.ReachedLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Collects what engines find, proves or refutes it, and adds names on demand. */
public abstract sealed class Collector<T extends EngineResult>
    permits RaceCollector, DeadlockCollector {
  final LockContexts contexts;
  final Names names;
  final LockNames locks;
  final List<String> errors = new ArrayList<>();
  RaceProofs proofs; // null where no witnesses are searched for

  Collector(LockContexts contexts, Names names, RaceProofs proofs) {
    this.contexts = contexts;
    this.names = names;
    this.proofs = proofs;
    locks = new LockNames(contexts, names);
  }

  /**
   * Proves or refutes what is not observed, if witnesses are searched.
   *
   * @param listener receives each result that is not refuted, as soon as it is decided
   */
  public abstract void prove(Consumer<T> listener);

  /** Whether witnesses are searched. */
  public final boolean searchesWitnesses() {
    return proofs != null;
  }

  /** Searches for no more witnesses, and releases the memory of the search; keeps those found. */
  public final void dropProofs() {
    proofs = null;
  }

  /** What is wrong with racedet itself, found by {@link #prove}. */
  public final List<String> errors() {
    return List.copyOf(errors);
  }

  /** The limits because of which {@link #prove} has left something undecided. */
  public abstract List<ReachedLimit> limits();

  /** What was found, in the order of the last events in the trace, then of the first ones. */
  public final List<T> found() {
    return results(false);
  }

  /** What is refuted, in the same order. */
  public final List<T> refuted() {
    return results(true);
  }

  abstract List<T> results(boolean refuted);
}
