package io.racedet.compressed;

import io.racedet.compressed.grammar.AllocatedVariables;
import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.grammar.GrammarReader;
import io.racedet.compressed.stretch.Beginning;
import io.racedet.compressed.stretch.Stretch;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineDefinition;
import io.racedet.engine.EngineSetup;
import io.racedet.race.RaceSink;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * An engine that analyses a trace from summaries of its parts, in time that depends on the size of
 * its grammar.
 */
public abstract class CompressedEngine implements EngineDefinition {
  /**
   * Fewest events that a symbol of a grammar derives on average for the engine to be worthwhile.
   */
  private static final int EVENTS_PER_SYMBOL = 32;

  private final EngineClaims claims;
  private final BiFunction<Grammar, EngineSetup, Engine> eventByEvent;
  private final StretchAnalysis<?> analysis;

  /**
   * Defines an engine.
   *
   * @param eventByEvent creates the event-by-event engine that reports the same races
   * @param first creates the stretch at the beginning of a trace
   */
  protected <S> CompressedEngine(
      EngineClaims claims,
      BiFunction<Grammar, EngineSetup, Engine> eventByEvent,
      Function<AllocatedVariables, Stretch<S>> inner,
      BiFunction<RaceSink, AllocatedVariables, Beginning<S>> first) {
    this.claims = claims;
    this.eventByEvent = eventByEvent;
    analysis = new StretchAnalysis<>(inner, first);
  }

  @Override
  public final EngineClaims claims() {
    return claims;
  }

  /**
   * Creates an engine that compresses a trace as it arrives and analyses the grammar at the end.
   */
  @Override
  public final Engine create(EngineSetup setup) {
    return new CompressingEngine(this, setup);
  }

  @Override
  public final EngineDefinition forTrace(TraceReader trace, int workers) throws IOException {
    Grammar grammar = trace instanceof GrammarReader reader ? reader.grammar() : null;
    Grammar rules = grammar == null ? null : rules(grammar);
    return rules == null
        ? EngineDefinition.withoutOrder(claims, setup -> create(setup, workers, grammar))
        : new RulesEngine(this, rules, trace.names());
  }

  /**
   * Creates an engine that cuts a trace into stretches of equal length, summarises several of them
   * in parallel, and combines the summaries.
   *
   * @param workers how many stretches are summarised in parallel; the races do not depend on it
   * @throws IllegalArgumentException when there are fewer than one worker
   */
  Engine createParallel(EngineSetup setup, int workers) {
    return createParallel(setup, workers, ParallelEngine.STRETCH);
  }

  /** Creates the engine with stretches of a given length. */
  Engine createParallel(EngineSetup setup, int workers, int length) {
    return analysis.parallel(setup, workers, length);
  }

  /**
   * Creates the event-by-event engine that reports the same races.
   *
   * @param grammar the trace that the engine will process; decides which engine is fastest
   */
  Engine eventByEvent(Grammar grammar, EngineSetup setup) {
    return new FirstRaceEngine(own -> eventByEvent.apply(grammar, own), setup);
  }

  /**
   * {@return the rules by which to analyse a trace if that is faster than event by event and finds
   * the same races: a grammar for {@link #analyse}, null if the events are for {@link
   * #eventByEvent}, if they are well formed} It does not find an event that is not well formed,
   * which has to be reported.
   */
  Grammar rules(Grammar grammar) {
    return isShort(grammar) && WellFormedness.isCertain(grammar) ? resolved(grammar) : null;
  }

  /** The rules by which to analyse a trace that is known to be well formed, or null. */
  Grammar rulesOfAdmitted(Grammar grammar) {
    return isShort(grammar) ? resolved(grammar) : null;
  }

  private static Grammar resolved(Grammar grammar) {
    Grammar rules = WakeOrder.resolve(grammar);
    return rules != null && isShort(rules) ? rules : null;
  }

  private static boolean isShort(Grammar grammar) {
    return isShort(grammar.events(), grammar.size());
  }

  /** Whether a grammar of a number of symbols is short enough for a number of events. */
  static boolean isShort(long events, long symbols) {
    return events >= EVENTS_PER_SYMBOL * symbols;
  }

  /**
   * Analyses a trace by the rules of its grammar.
   *
   * @param setup receives the races, and has the contexts of their accesses
   */
  void analyse(Grammar grammar, AllocatedVariables allocated, EngineSetup setup) {
    analyse(grammar, allocated, setup, new Allowance(grammar));
  }

  /** Analyses a trace from summaries of its rules, as far as these are allowed. */
  void analyse(
      Grammar grammar, AllocatedVariables allocated, EngineSetup setup, Allowance allowance) {
    FoundRaces found = FoundRaces.all();
    analysis.run(grammar, allocated, found, allowance);
    found.reportTo(setup.races(), ContextsAt.of(grammar, found.indices(), setup.contexts()));
  }

  @Override
  public final boolean explains() {
    return false;
  }

  /**
   * Creates the engine for a trace that arrives event by event.
   *
   * @param workers how many stretches are summarised in parallel; 0 to compress the trace instead
   * @param grammar the grammar of the trace, if it has one that {@link #rules} rejected; else null
   */
  Engine create(EngineSetup setup, int workers, Grammar grammar) {
    if (grammar == null) {
      return workers > 0 ? createParallel(setup, workers) : create(setup);
    }
    Engine engine = workers > 0 ? createParallel(setup, workers) : eventByEvent(grammar, setup);
    return isShort(grammar) ? ExpandedGrammar.of(grammar, engine) : engine;
  }

  @Override
  public final String toString() {
    return name();
  }
}
