package io.racedet;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineClaims;
import io.racedet.engine.EngineDefinition;
import io.racedet.engine.catalogue.Engines;
import io.racedet.event.EventBlock;

/** FastTrack, but for a failure at a block, and another one at the end of the trace. */
public final class FailingEngine implements Engine {
  private final Engine inner;
  private final int atBlock;
  private final Runnable failure;
  private int blocks;

  private FailingEngine(Engine inner, int atBlock, Runnable failure) {
    this.inner = inner;
    this.atBlock = atBlock;
    this.failure = failure;
  }

  /**
   * Its definition, with the name {@code failing}.
   *
   * @param atBlock the block, from 1, after which it fails
   * @param failure throws an exception
   */
  public static EngineDefinition at(int atBlock, Runnable failure) {
    EngineClaims claims = Engines.named("fasttrack").claims();
    return EngineDefinition.of(
        new EngineClaims(
            "failing",
            claims.relation(),
            1,
            claims.soundness(),
            claims.exactness(),
            claims.time(),
            claims.space(),
            claims.source()),
        setup -> new FailingEngine(Engines.named("fasttrack").create(setup), atBlock, failure));
  }

  @Override
  public void consume(EventBlock block) {
    inner.consume(block);
    if (++blocks == atBlock) {
      failure.run();
    }
  }

  @Override
  public void finish() {
    throw new OutOfMemoryError("at the end");
  }
}
