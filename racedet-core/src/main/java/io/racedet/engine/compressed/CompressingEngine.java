package io.racedet.engine.compressed;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineSetup;
import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.grammar.AllocatedVariables;
import io.racedet.grammar.Grammar;
import io.racedet.grammar.TraceCompressor;

/** Compresses a trace as it arrives, and analyses the grammar at its end. */
final class CompressingEngine implements Engine {
  /** In place of events that engines do not see, so that indices are kept; orders nothing. */
  private static final long NOTHING = EventBlock.word(Op.BEGIN, 0, 0);

  private final CompressedEngine kind;
  private final EngineSetup setup;
  private TraceCompressor compressor = new TraceCompressor(true);
  private long index;

  CompressingEngine(CompressedEngine kind, EngineSetup setup) {
    this.kind = kind;
    this.setup = setup;
  }

  @Override
  public void consume(EventBlock block) {
    long[] words = block.words();
    long[] indices = block.indices();
    int[] locations = block.locations();
    for (int i = 0, size = block.size(); i < size; i++) {
      while (++index < indices[i]) {
        compressor.append(NOTHING, EventSink.NO_LOCATION);
      }
      compressor.append(words[i], locations[i]);
    }
  }

  @Override
  public void finish() {
    Grammar grammar = compressor.grammar();
    compressor = null;
    if (kind.mayTakeAdmitted(grammar)) {
      kind.analyse(grammar, AllocatedVariables.RENAMED, setup);
    } else {
      Expansion.feed(grammar, setup.contexts(), kind.eventByEvent(grammar, setup));
    }
  }
}
