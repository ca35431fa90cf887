package io.racedet.compressed;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineDefinition;
import io.racedet.engine.EngineSetup;
import io.racedet.event.EventBlock;
import io.racedet.event.Names;

/** An engine that analyses the rules of a grammar at the end of the trace. */
record RulesEngine(CompressedEngine engine, Grammar rules, Names names)
    implements EngineDefinition {
  @Override
  public EngineClaims claims() {
    return engine.claims();
  }

  @Override
  public boolean takesEvents() {
    return false;
  }

  @Override
  public Engine create(EngineSetup setup) {
    return new Engine() {
      @Override
      public void consume(EventBlock block) {
        throw new IllegalStateException("events (expected: none, as the grammar has them)");
      }

      @Override
      public void finish() {
        engine.analyse(rules, new ObjectVariables(rules, names), setup);
      }
    };
  }
}
