package io.racedet;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineProperties;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.Engines;
import io.racedet.grammar.GrammarEngines;

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

  /**
   * Makes the engine for one trace that arrives event by event.
   *
   * @param workers how many stretches are worked on at the same time, by engines that can; 0 to
   *     compress the trace instead
   */
  Engine create(EngineSetup setup, int workers) {
    if (byEvent != null) {
      return byEvent.create(setup);
    }
    return workers == 0 ? byStretch.create(setup) : byStretch.createParallel(setup, workers);
  }
}
