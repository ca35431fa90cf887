package io.racedet.trace;

import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.grammar.Grammar;
import io.racedet.grammar.TraceCompressor;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Reads a trace block by block, in memory that grows with the number of names only.
 *
 * <p>Ids of each space are dense and in the order of first use. Nothing is known of whether the
 * trace is well formed. Not thread-safe.
 */
public interface TraceReader extends Closeable {
  /**
   * Appends the next events of the trace to a block until it is full or the trace ends.
   *
   * <p>What comes before an error is returned first; the next call throws.
   *
   * @param block an empty block
   * @return whether there was any event; false at the end of the trace
   * @throws TraceFormatException when the trace cannot be read on from here, with the position
   * @throws IOException when the file cannot be read
   */
  boolean read(EventBlock block) throws IOException;

  /**
   * Returns whether the file has a grammar, so that {@link #grammar} takes the time of its size
   * only.
   *
   * @return false unless the format is one of grammars
   */
  default boolean isGrammar() {
    return false;
  }

  /**
   * Reads the whole trace as a grammar: that of the file where it has one, otherwise one that is
   * made on the way.
   *
   * @return the grammar, with the ids that {@link #names} knows
   * @throws IllegalStateException when events have been read before from a file that has a grammar
   * @throws TraceFormatException as {@link #read}
   * @throws IOException when the file cannot be read
   */
  @SuppressWarnings("exports")
  default Grammar grammar() throws IOException {
    TraceCompressor compressor = new TraceCompressor(true);
    EventBlock block = new EventBlock();
    while (read(block)) {
      compressor.append(block);
      block.clear();
    }
    return compressor.grammar();
  }

  /**
   * Returns what messages call the trace.
   *
   * @return for example the name of the file
   */
  String source();

  /**
   * Returns where in the source an event of the last block is, for messages.
   *
   * @param i position in the block as it was read
   * @return for example {@code line 17}
   */
  String position(int i);

  /**
   * Returns the names of the ids read so far.
   *
   * @return the same object each time
   */
  Names names();

  /**
   * Sets who is told of what a lenient reader leaves out.
   *
   * @param listener gets what a strict reader would have thrown
   */
  void onDropped(Consumer<TraceFormatException> listener);

  /**
   * Returns how many events could not be read and were left out.
   *
   * @return 0 unless the reader is lenient
   */
  long dropped();
}
