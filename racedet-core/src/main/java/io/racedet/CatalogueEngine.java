package io.racedet;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineProperties;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.Engines;
import io.racedet.grammar.GrammarEngines;
import io.racedet.trace.Grammar;

/**
 * An engine of the catalogue.
 *
 * @param properties what it claims
 * @param byEvent the engine that takes event by event, or null
 * @param byStretch the engine that takes stretches, or null
 */
record CatalogueEngine(EngineProperties properties, Engines byEvent, GrammarEngines byStretch) {
  String name() {
    return properties.name();
  }

  /** Whether the engine takes a trace that is a grammar by its rules. */
  boolean mayTake(Grammar grammar) {
    return byStretch != null && byStretch.mayTake(grammar);
  }

  /**
   * Makes the engine for one trace that arrives event by event.
   *
   * @param workers how many stretches are worked on at the same time, by engines that can; 0 to
   *     compress the trace instead
   * @param grammar the trace, if it is one that such engines do not take by its rules; or null
   */
  Engine create(EngineSetup setup, int workers, Grammar grammar) {
    if (byEvent != null) {
      return byEvent.create(setup);
    }
    if (workers > 0) {
      return byStretch.createParallel(setup, workers);
    }
    return grammar == null ? byStretch.create(setup) : byStretch.twin(grammar, setup);
  }
}
