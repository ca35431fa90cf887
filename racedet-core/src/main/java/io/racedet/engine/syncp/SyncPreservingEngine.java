package io.racedet.engine.syncp;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.order.HappensBefore;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;

/** Reports the sync-preserving races of a whole trace. Not thread-safe. */
public final class SyncPreservingEngine implements Engine {
  private final HappensBefore observed = new HappensBefore();
  private final SyncPreservingDetector detector;

  /** Starts a trace. */
  public SyncPreservingEngine(EngineSetup setup) {
    detector = new SyncPreservingDetector(setup, observed, 0);
  }

  @Override
  public void consume(EventBlock block) {
    long[] words = block.words();
    long[] indices = block.indices();
    for (int i = 0, size = block.size(); i < size; i++) {
      long word = words[i];
      Op op = EventBlock.op(word);
      int thread = EventBlock.thread(word);
      int operand = EventBlock.operand(word);
      if (EventBlock.isAccess(word)) {
        detector.access(op, thread, operand, indices[i], block.contexts()[i], block.locations()[i]);
      } else if (op != Op.AGAIN) {
        observed.order(op, thread, operand, indices[i]);
        detector.order(op, thread, operand, indices[i]);
      }
    }
  }
}
