package io.racedet.engine;

import java.util.function.Function;

/** An engine that can be chosen: what it claims, and how it is made for one trace. */
public interface EngineDefinition {
  /**
   * Returns what the engine claims.
   *
   * @return its claims; their name is that of the engine
   */
  EngineClaims claims();

  /**
   * Makes the engine for one trace that arrives event by event.
   *
   * @param setup what it is made with
   * @return the engine
   */
  Engine create(EngineSetup setup);

  /**
   * Returns the name by which the engine is chosen.
   *
   * @return for example {@code fasttrack}
   */
  default String name() {
    return claims().name();
  }

  /**
   * Returns whether the engine tells of the edges of its order, so that it can be asked why two
   * events are ordered.
   *
   * @return true for engines that take a trace event by event
   */
  default boolean explains() {
    return true;
  }

  /**
   * Defines an engine.
   *
   * @param claims what it claims
   * @param factory makes it for one trace
   * @return the definition
   */
  static EngineDefinition of(EngineClaims claims, Function<EngineSetup, Engine> factory) {
    return new EventEngine(claims, factory);
  }
}
