package io.racedet.engine;

import java.util.function.Function;

/** An engine that can be selected by name: its claims and its factory. */
public interface EngineDefinition {
  /**
   * Returns the claims of the engine.
   *
   * @return its claims, which include its name
   */
  EngineClaims claims();

  /**
   * Creates the engine for one trace that arrives event by event.
   *
   * @param setup the inputs and outputs of the engine
   * @return the engine
   */
  Engine create(EngineSetup setup);

  /**
   * Returns the name of the engine.
   *
   * @return for example {@code fasttrack}
   */
  default String name() {
    return claims().name();
  }

  /**
   * Returns whether the engine reports the edges of its order, from which it is explained why two
   * events are ordered.
   *
   * @return true for engines that take a trace event by event and compute an order of its events
   */
  default boolean explains() {
    return true;
  }

  /**
   * Defines an engine.
   *
   * @param claims its claims
   * @param factory creates it for one trace
   * @return the definition
   */
  static EngineDefinition of(EngineClaims claims, Function<EngineSetup, Engine> factory) {
    return new EventEngine(claims, factory, true);
  }

  /**
   * Defines an engine that reports no edges, since its races are not decided by an order of events.
   *
   * @param claims its claims
   * @param factory creates it for one trace
   * @return the definition
   */
  static EngineDefinition withoutOrder(EngineClaims claims, Function<EngineSetup, Engine> factory) {
    return new EventEngine(claims, factory, false);
  }
}
