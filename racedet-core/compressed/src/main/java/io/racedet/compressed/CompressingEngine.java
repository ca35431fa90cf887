package io.racedet.compressed;

import io.racedet.compressed.grammar.AllocatedVariables;
import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.grammar.TraceCompressor;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineSetup;
import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Op;

/**
 * Compresses a trace as it arrives, and analyses the grammar at its end. A trace whose grammar
 * grows large and is not much shorter than the trace is given to the event-by-event engine instead.
 */
final class CompressingEngine implements Engine {
  /** In place of events that engines do not see, so that indices are kept; orders nothing. */
  private static final long NOTHING = EventBlock.word(Op.BEGIN, 0, 0);

  /** Symbols that take about as much memory as an event-by-event engine. */
  private static final long LARGE = 1 << 16;

  private final CompressedEngine kind;
  private final EngineSetup setup;
  private TraceCompressor compressor = new TraceCompressor(true); // null after compression
  private Engine plain; // takes the events after compression; null before
  private long index;
  private final long large;

  CompressingEngine(CompressedEngine kind, EngineSetup setup) {
    this(kind, setup, LARGE);
  }

  /** Creates the engine with the size up to which any grammar is kept. */
  CompressingEngine(CompressedEngine kind, EngineSetup setup, long large) {
    this.kind = kind;
    this.setup = setup;
    this.large = large;
  }

  @Override
  public void consume(EventBlock block) {
    if (plain != null) {
      plain.consume(block);
      return;
    }
    compress(block);
    if (compressor.size() > large && !CompressedEngine.isShort(index, compressor.size())) {
      expand(compressor.grammar());
    }
  }

  private void compress(EventBlock block) {
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

  private void expand(Grammar grammar) {
    compressor = null;
    plain = kind.eventByEvent(grammar, setup);
    Expansion.feed(grammar, setup.contexts(), plain);
  }

  @Override
  public void finish() {
    if (plain == null) {
      Grammar grammar = compressor.grammar();
      compressor = null;
      Grammar rules = kind.rulesOfAdmitted(grammar);
      if (rules != null) {
        kind.analyse(rules, AllocatedVariables.RENAMED, setup);
        return;
      }
      expand(grammar);
    }
    plain.finish();
  }
}
