package io.racedet.engine;

import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.function.Function;

/**
 * An engine that can be selected by name: its claims and its factory. Definitions in other jars are
 * found as services: public classes with a public constructor without parameters.
 */
public interface EngineDefinition {
  /** {@return the claims of the engine} */
  EngineClaims claims();

  /**
   * {@return the engine for one trace that arrives event by event}
   *
   * @param setup the inputs and outputs of the engine
   */
  Engine create(EngineSetup setup);

  /** {@return the name of the engine, for example {@code fasttrack}} */
  default String name() {
    return claims().name();
  }

  /**
   * {@return whether the engine reports the edges of its order, which explain why two events are
   * ordered: true for engines that take a trace event by event and compute an order of its events}
   */
  default boolean explains() {
    return true;
  }

  /**
   * {@return the engine for one trace, of which no event has been read; this engine by default} An
   * engine may read the whole trace here, if its file has more than events. The events can still be
   * read afterwards.
   *
   * @param trace the open trace
   * @param workers how many segments of the trace may be analysed in parallel; 0 if it is not cut
   *     into segments
   * @throws IOException when the trace cannot be read
   */
  default EngineDefinition forTrace(TraceReader trace, int workers) throws IOException {
    return this;
  }

  /**
   * {@return whether the engine needs the events of a trace; false if {@link #forTrace} has read
   * everything: then its races have the ids of the file, and it receives only the end of the trace}
   */
  default boolean takesEvents() {
    return true;
  }

  /**
   * {@return the definition of an engine}
   *
   * @param claims its claims
   * @param factory creates it for one trace
   */
  static EngineDefinition of(EngineClaims claims, Function<EngineSetup, Engine> factory) {
    return new EventEngine(claims, factory, true);
  }

  /**
   * {@return the definition of an engine that reports no edges, since its races are not decided by
   * an order of events}
   *
   * @param claims its claims
   * @param factory creates it for one trace
   */
  static EngineDefinition withoutOrder(EngineClaims claims, Function<EngineSetup, Engine> factory) {
    return new EventEngine(claims, factory, false);
  }
}
