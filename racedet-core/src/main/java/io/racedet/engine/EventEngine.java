package io.racedet.engine;

import java.util.function.Function;

/**
 * An engine that takes a trace event by event.
 *
 * @param claims what it claims
 * @param factory makes it for one trace
 */
record EventEngine(EngineClaims claims, Function<EngineSetup, Engine> factory)
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
