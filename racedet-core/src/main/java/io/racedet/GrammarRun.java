package io.racedet;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.compressed.CompressedEngine;
import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.grammar.Grammar;
import io.racedet.wellformed.ObjectVariables;

/** An engine that analyses the rules of a grammar at the end of the trace and ignores events. */
final class GrammarRun implements Engine {
  private final CompressedEngine engine;
  private final Grammar grammar;
  private final Names names;
  private final EngineSetup setup;

  GrammarRun(CompressedEngine engine, Grammar grammar, Names names, EngineSetup setup) {
    this.engine = engine;
    this.grammar = grammar;
    this.names = names;
    this.setup = setup;
  }

  @Override
  public boolean takesRanges() {
    return true;
  }

  @Override
  public void consume(EventBlock block) {
    // The grammar has them all.
  }

  @Override
  public void finish() {
    engine.analyse(grammar, new ObjectVariables(grammar, names), setup);
  }
}
