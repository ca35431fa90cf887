package io.racedet;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineSetup;
import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.grammar.GrammarEngines;
import io.racedet.trace.Grammar;

/** An engine that takes the rules of a grammar at the end of the trace, and no events. */
final class GrammarRun implements Engine {
  private final GrammarEngines engine;
  private final Grammar grammar;
  private final Names names;
  private final EngineSetup setup;

  GrammarRun(GrammarEngines engine, Grammar grammar, Names names, EngineSetup setup) {
    this.engine = engine;
    this.grammar = grammar;
    this.names = names;
    this.setup = setup;
  }

  @Override
  public void consume(EventBlock block) {
    // Knows the rules.
  }

  @Override
  public void finish() {
    engine.analyse(grammar, new ObjectVariables(grammar, names), setup);
  }
}
