package io.racedet.engine;

import io.racedet.event.EventBlock;
import io.racedet.event.Op.Operand;
import io.racedet.event.RangeExpander;
import io.racedet.race.ReachedLimit;
import java.util.BitSet;
import java.util.List;

/** An engine that takes single events only, and is given those of ranges. */
final class ExpandingEngine implements Engine {
  private final Engine engine;
  private final RangeExpander expander;

  ExpandingEngine(Engine engine) {
    this.engine = engine;
    expander = new RangeExpander(engine::consume);
  }

  @Override
  public boolean takesRanges() {
    return true;
  }

  @Override
  public void consume(EventBlock block) {
    expander.accept(block);
  }

  @Override
  public void finish() {
    engine.finish();
  }

  @Override
  public List<ReachedLimit> limits() {
    return engine.limits();
  }

  @Override
  public boolean forgets() {
    return engine.forgets();
  }

  @Override
  public void forget(Operand space, int id) {
    engine.forget(space, id);
  }

  @Override
  public void markContexts(BitSet live) {
    engine.markContexts(live);
  }
}
