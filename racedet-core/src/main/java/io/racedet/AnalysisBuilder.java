package io.racedet;

import io.racedet.engine.EngineDefinition;
import io.racedet.engine.EngineLimits;
import io.racedet.engine.catalogue.Engines;
import io.racedet.proof.SearchBudget;
import io.racedet.run.AnalysisOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;

/**
 * Configures an analysis: the options that all analyses have in common. Not thread-safe.
 *
 * @param <B> the builder
 */
public abstract class AnalysisBuilder<B extends AnalysisBuilder<B>> {
  private final List<EngineDefinition> engines = new ArrayList<>();
  private boolean everyPair;
  private EngineLimits limits = EngineLimits.DEFAULT;
  private SearchBudget witnesses = SearchBudget.NONE;

  AnalysisBuilder(String... names) {
    Arrays.stream(names).map(Engines::named).forEach(engines::add);
  }

  /** This builder, to go on with. */
  abstract B self();

  /**
   * Adds an engine that is not in the table of engines.
   *
   * @param engine the claims and the factory of the engine
   * @return this
   */
  public B engine(EngineDefinition engine) {
    engines.add(Objects.requireNonNull(engine, "engine"));
    return self();
  }

  /**
   * Sets whether every racing pair is reported, not only the first of each unordered pair of
   * locations. Pairs with an unknown location are distinguished by variable, kind and threads.
   *
   * @param everyPair false by default
   * @return this
   */
  public B everyPair(boolean everyPair) {
    this.everyPair = everyPair;
    return self();
  }

  /**
   * Sets how much history engines with bounded history keep.
   *
   * @param limits {@link EngineLimits#DEFAULT} by default
   * @return this
   */
  public B limits(EngineLimits limits) {
    this.limits = Objects.requireNonNull(limits, "limits");
    return self();
  }

  /**
   * Sets whether to search for proofs of races that are not observed in the trace itself. A proof
   * is either a reordering that makes the accesses adjacent, or an argument that none exists. The
   * search keeps the whole trace in memory.
   *
   * @param budget how many steps the search for one pair of accesses may take; 0, the default,
   *     disables the search
   * @return this
   * @throws IllegalArgumentException if the budget is negative
   */
  public B witnesses(long budget) {
    return witnesses(budget, SearchBudget.USUAL_TOTAL);
  }

  /**
   * Sets whether to search for proofs, and for how long. A step is an event that is examined, or 8
   * bytes of its vector clock. Races whose search a budget ends stay {@link
   * io.racedet.race.Grade#PREDICTED}, and {@link RaceReport#limits} says so.
   *
   * @param budget how many steps the search for one pair of accesses may take, not counting those
   *     that every search takes, which are linear in the trace; 0 disables the search
   * @param total how many steps all searches in a trace may take together, for all engines; the
   *     accesses nearest to each other are searched first
   * @return this
   * @throws IllegalArgumentException if one is negative
   */
  public B witnesses(long budget, long total) {
    witnesses = new SearchBudget(budget, total);
    return self();
  }

  /** The options so far; with a search for deadlocks unless {@code isTry} is null. */
  AnalysisOptions options(IntPredicate isTry) {
    return new AnalysisOptions(engines, everyPair, limits, witnesses, isTry);
  }
}
