package io.racedet.grammar;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineProperties;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.Engines;
import io.racedet.trace.Grammar;
import java.util.function.Function;

/** The engines that analyse a trace by parts, in time that depends on its grammar's size. */
public enum GrammarEngines {
  /** Happens-before. */
  SLP_HB(
      new EngineProperties(
          "slp-hb",
          "happens-before",
          2,
          EngineProperties.Soundness.FIRST_RACE,
          EngineProperties.Exactness.FIRST_RACE_OF_VARIABLE,
          "O(g s^2 T) for a grammar of size g with s threads and locks; O(n T) where it is no"
              + " smaller than the trace",
          "O(g s (s + T) + g v) for v variables in a rule",
          "Kini, Mathur, Viswanathan: Data race detection on compressed traces, FSE 2018"),
      HbTwin::of,
      new Analysis<>(HbStretch::inner, HbStretch::first)),

  /** The lockset discipline. */
  SLP_LOCKSET(
      new EngineProperties(
          "slp-lockset",
          "lockset discipline",
          2,
          EngineProperties.Soundness.UNSOUND,
          EngineProperties.Exactness.VARIABLES,
          "O(g v L) for a grammar of size g with v variables in a rule and L locks; O(n L) where it"
              + " is no smaller than the trace",
          "O(g v L)",
          "Kini, Mathur, Viswanathan: Data race detection on compressed traces, FSE 2018"),
      grammar -> Engines.ERASER,
      new Analysis<>(LocksetStretch::inner, LocksetStretch::first));

  /** How many events a symbol of a grammar takes as long as, at least. */
  private static final int EVENTS_PER_SYMBOL = 32;

  private final EngineProperties properties;
  private final transient Function<Grammar, Engines> twin;
  private final transient Analysis<?> analysis;

  GrammarEngines(
      EngineProperties properties, Function<Grammar, Engines> twin, Analysis<?> analysis) {
    this.properties = properties;
    this.twin = twin;
    this.analysis = analysis;
  }

  /**
   * Returns what the engine claims.
   *
   * @return its properties
   */
  public EngineProperties properties() {
    return properties;
  }

  /**
   * Makes an engine that compresses a trace as it arrives and analyses the grammar at the end.
   *
   * @param setup what it is made with
   * @return the engine
   */
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
  public Engine createParallel(EngineSetup setup, int workers) {
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
  public Engine twin(Grammar grammar, EngineSetup setup) {
    return new TwinEngine(twin.apply(grammar), setup);
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
    found.tell(setup.races(), ContextsAt.of(grammar, found.indices(), setup.contexts()));
  }
}
