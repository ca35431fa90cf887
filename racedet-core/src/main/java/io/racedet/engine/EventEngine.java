package io.racedet.engine;

import java.util.function.Function;

/**
 * An engine that processes a trace event by event.
 *
 * @param claims its claims
 * @param factory creates it for one trace
 * @param explains whether it reports the edges of its order
 */
record EventEngine(EngineClaims claims, Function<EngineSetup, Engine> factory, boolean explains)
    implements EngineDefinition {
  @Override
  public Engine create(EngineSetup setup) {
    return factory.apply(setup);
  }

  @Override
  public String toString() {
    return name();
  }
}
