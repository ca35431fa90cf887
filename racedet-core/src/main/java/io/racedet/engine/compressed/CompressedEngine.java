package io.racedet.engine.compressed;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineDefinition;
import io.racedet.engine.EngineSetup;
import io.racedet.grammar.AllocatedVariables;
import io.racedet.grammar.Grammar;
import io.racedet.race.RaceSink;
import java.util.function.BiFunction;
import java.util.function.Function;

/** An engine that analyses a trace by parts, in time that depends on its grammar's size. */
public final class CompressedEngine implements EngineDefinition {
  /** How many events a symbol of a grammar derives on average, at least. */
  private static final int EVENTS_PER_SYMBOL = 32;

  private final EngineClaims claims;
  private final BiFunction<Grammar, EngineSetup, Engine> twin;
  private final StretchAnalysis<?> analysis;

  private CompressedEngine(
      EngineClaims claims,
      BiFunction<Grammar, EngineSetup, Engine> twin,
      StretchAnalysis<?> analysis) {
    this.claims = claims;
    this.twin = twin;
    this.analysis = analysis;
  }

  /**
   * Defines an engine.
   *
   * @param claims what it claims
   * @param twin makes an engine that comes to the same races event by event
   * @param inner makes a stretch inside a trace
   * @param first makes the stretch that a trace begins with
   * @param <S> the summaries of stretches
   * @return the definition
   */
  public static <S> CompressedEngine of(
      EngineClaims claims,
      BiFunction<Grammar, EngineSetup, Engine> twin,
      Function<AllocatedVariables, Stretch<S>> inner,
      BiFunction<RaceSink, AllocatedVariables, Stretch<S>> first) {
    return new CompressedEngine(claims, twin, new StretchAnalysis<>(inner, first));
  }

  @Override
  public EngineClaims claims() {
    return claims;
  }

  /** Makes an engine that compresses a trace as it arrives and analyses the grammar at the end. */
  @Override
  public Engine create(EngineSetup setup) {
    return new CompressingEngine(this, setup);
  }

  /**
   * Makes an engine that cuts a trace into stretches of equal length, summarises some of them at
   * the same time, and puts the summaries together.
   *
   * @param setup what it is made with
   * @param workers how many stretches are summarised at the same time; the races do not depend on
   *     it
   * @return the engine
   * @throws IllegalArgumentException when there is not one worker at least
   */
  Engine createParallel(EngineSetup setup, int workers) {
    return createParallel(setup, workers, ParallelEngine.STRETCH);
  }

  /** Makes the engine with stretches of another length. */
  Engine createParallel(EngineSetup setup, int workers, int length) {
    return analysis.parallel(setup, workers, length);
  }

  /**
   * Makes an engine that comes to the same races event by event.
   *
   * @param grammar the trace, whose events it is to be given; it tells which engine is quickest
   * @param setup what it is made with
   * @return the engine
   */
  Engine twin(Grammar grammar, EngineSetup setup) {
    return new TwinEngine(own -> twin.apply(grammar, own), setup);
  }

  /**
   * Returns whether a trace that is a grammar is to be analysed by its rules: if that is quicker
   * than event by event and comes to the same races. It does not where notifies order what locks do
   * not, nor where an event breaks a rule, which has to be said of that event.
   *
   * @param grammar a trace
   * @return whether to use {@link #analyse}; otherwise {@link #twin} should be given the events, if
   *     they are well formed
   */
  public boolean mayTake(Grammar grammar) {
    return isShort(grammar) && WellFormedness.isCertain(grammar) && WakeOrder.isByLocks(grammar);
  }

  /** Whether to analyse a trace by its rules that is known to be well formed. */
  boolean mayTakeAdmitted(Grammar grammar) {
    return isShort(grammar) && WakeOrder.isByLocks(grammar);
  }

  private static boolean isShort(Grammar grammar) {
    return grammar.events() >= EVENTS_PER_SYMBOL * grammar.size();
  }

  /**
   * Analyses a trace by the rules of its grammar.
   *
   * @param grammar a well-formed trace, see {@link #mayTake}
   * @param allocated the variables of the objects that it allocates
   * @param setup where the races go, and the contexts of their accesses
   */
  public void analyse(Grammar grammar, AllocatedVariables allocated, EngineSetup setup) {
    analyse(grammar, allocated, setup, StretchWalk.FEW);
  }

  /** Analyses a trace by the summaries of rules that derive more than a few events. */
  void analyse(Grammar grammar, AllocatedVariables allocated, EngineSetup setup, int few) {
    FoundRaces found = FoundRaces.all();
    analysis.run(grammar, allocated, found, few);
    found.reportTo(setup.races(), ContextsAt.of(grammar, found.indices(), setup.contexts()));
  }

  @Override
  public boolean explains() {
    return false;
  }

  /**
   * Makes the engine for a trace that arrives event by event.
   *
   * @param setup what it is made with
   * @param workers how many stretches are summarised at the same time; 0 to compress the trace
   *     instead
   * @param grammar the trace, if it is a grammar whose rules the engine does not take; or null
   * @return the engine
   */
  public Engine create(EngineSetup setup, int workers, Grammar grammar) {
    if (workers > 0) {
      return createParallel(setup, workers);
    }
    return grammar == null ? create(setup) : twin(grammar, setup);
  }

  @Override
  public String toString() {
    return name();
  }
}
