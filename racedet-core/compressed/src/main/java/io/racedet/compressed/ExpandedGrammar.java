package io.racedet.compressed;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.engine.Engine;
import io.racedet.event.EventBlock;
import io.racedet.race.Limit;
import io.racedet.race.ReachedLimit;
import java.util.List;

/** An engine that takes all events of a grammar whose rules are few, and says why. */
final class ExpandedGrammar implements Engine {
  private final Engine engine;
  private final ReachedLimit reason;

  private ExpandedGrammar(Engine engine, ReachedLimit reason) {
    this.engine = engine;
    this.reason = reason;
  }

  static Engine of(Grammar grammar, Engine engine) {
    String reason =
        WellFormedness.isCertain(grammar)
            ? "too many wakes and notifies without their lock"
            : "the rules alone do not show that it is well formed";
    String effect = "all " + grammar.events() + " events of the grammar were analysed: " + reason;
    return new ExpandedGrammar(engine, Limit.RULES.reached(effect));
  }

  @Override
  public void consume(EventBlock block) {
    engine.consume(block);
  }

  @Override
  public void finish() {
    engine.finish();
  }

  @Override
  public List<ReachedLimit> limits() {
    return List.of(reason);
  }
}
