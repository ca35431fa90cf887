package io.racedet.engine.compressed;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineSetup;
import io.racedet.grammar.AllocatedVariables;
import io.racedet.grammar.Grammar;
import io.racedet.race.RaceSink;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * An analysis of stretches of a trace.
 *
 * @param inner creates a stretch inside a trace
 * @param first creates the stretch at the beginning of a trace
 * @param <S> the summaries
 */
record StretchAnalysis<S>(
    Function<AllocatedVariables, Stretch<S>> inner,
    BiFunction<RaceSink, AllocatedVariables, Stretch<S>> first) {

  /**
   * Analyses a grammar from the summaries of all rules that derive more than a number of events.
   */
  void run(Grammar grammar, AllocatedVariables allocated, RaceSink races, int few) {
    StretchWalk.bySummaries(grammar, inner.apply(allocated), few)
        .feed(first.apply(races, allocated));
  }

  /** An engine that summarises stretches of a given length in parallel. */
  Engine parallel(EngineSetup setup, int workers, int length) {
    return new ParallelEngine<>(this, setup, workers, length);
  }
}
