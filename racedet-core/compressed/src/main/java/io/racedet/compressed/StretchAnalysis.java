package io.racedet.compressed;

import io.racedet.compressed.grammar.AllocatedVariables;
import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.stretch.Beginning;
import io.racedet.compressed.stretch.Stretch;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineSetup;
import io.racedet.race.RaceSink;
import java.util.function.BiFunction;
import java.util.function.Function;

/** An analysis of stretches of a trace. */
record StretchAnalysis<S>(
    Function<AllocatedVariables, Stretch<S>> inner,
    BiFunction<RaceSink, AllocatedVariables, Beginning<S>> first) {

  /** Analyses a grammar from summaries of its rules, as far as these are allowed. */
  void run(Grammar grammar, AllocatedVariables allocated, RaceSink races, Allowance allowance) {
    StretchWalk.bySummaries(grammar, inner.apply(allocated), allowance)
        .feed(first.apply(races, allocated));
  }

  /** An engine that summarises stretches of a given length in parallel. */
  Engine parallel(EngineSetup setup, int workers, int length) {
    return new ParallelEngine<>(this, setup, workers, length);
  }
}
