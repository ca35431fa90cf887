package io.racedet.compressed.grammar;

import io.racedet.event.EventBlock;
import io.racedet.trace.TraceReader;
import java.io.IOException;

/** Reads a trace of which the file has a grammar. */
public interface GrammarReader extends TraceReader {
  /**
   * Reads the whole trace as the grammar of the file, in time linear in the size of the file. The
   * grammar may derive more events than {@link #mostEvents}. Its events can be read afterwards.
   *
   * @return the grammar, whose ids are those of {@link #names}; the same each time
   * @throws IllegalStateException if events have been read before
   * @throws TraceFormatException as {@link #read}
   * @throws IOException when the file cannot be read
   */
  Grammar grammar() throws IOException;

  /** Reads a whole trace as a grammar: that of its file, or one that is built from its events. */
  static Grammar grammarOf(TraceReader trace) throws IOException {
    if (trace instanceof GrammarReader reader) {
      return reader.grammar();
    }
    TraceCompressor compressor = new TraceCompressor(true);
    EventBlock block = new EventBlock();
    while (trace.read(block)) {
      compressor.append(block);
      block.clear();
    }
    return compressor.grammar();
  }
}
