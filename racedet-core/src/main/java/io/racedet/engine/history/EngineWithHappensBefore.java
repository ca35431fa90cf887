package io.racedet.engine.history;

import io.racedet.engine.EdgeRule;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.order.HappensBefore;
import io.racedet.engine.order.JoinEdges;
import io.racedet.event.EventBlock;
import io.racedet.race.ReachedLimit;
import java.util.List;

/**
 * An engine that keeps no order of events, together with happens-before, whose edges are reported
 * in its place.
 */
public final class EngineWithHappensBefore implements Engine {
  private final Engine engine;
  private final HappensBefore order;

  private EngineWithHappensBefore(Engine engine, HappensBefore order) {
    this.engine = engine;
    this.order = order;
  }

  /** The engine itself if edges are not needed. */
  public static Engine byHappensBefore(Engine engine, EngineSetup setup) {
    return setup.edges() == null
        ? engine
        : new EngineWithHappensBefore(
            engine, new HappensBefore(JoinEdges.of(setup, EdgeRule.SYNCHRONIZATION)));
  }

  @Override
  public void consume(EventBlock block) {
    for (int i = 0; i < block.size(); i++) {
      long word = block.words()[i];
      order.order(
          EventBlock.op(word),
          EventBlock.thread(word),
          EventBlock.operand(word),
          block.indices()[i]);
    }
    engine.consume(block);
  }

  @Override
  public void finish() {
    engine.finish();
  }

  @Override
  public List<ReachedLimit> limits() {
    return engine.limits();
  }
}
