package io.racedet.trace;

import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.trace.split.SplitBeginning;
import java.io.Closeable;
import java.io.IOException;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Reads a trace block by block. Memory grows only with the number of names.
 *
 * <p>Ids of each space are dense and in the order of first use. A reader does not check whether the
 * trace is well formed. Not thread-safe.
 */
public interface TraceReader extends Closeable {
  /**
   * Appends the next events of the trace to a block until it is full or the trace ends.
   *
   * <p>Events before an error are returned first; the next call throws.
   *
   * @param block an empty block
   * @return whether any event was read; false at the end of the trace
   * @throws TraceLimitException when the trace exceeds a limit of the reader; if the length of the
   *     trace is known beforehand, before the first event is returned
   * @throws TraceFormatException when the rest of the trace cannot be read; names the position
   * @throws IOException when the file cannot be read
   */
  boolean read(EventBlock block) throws IOException;

  /**
   * Returns how many events the trace has, if this is known before they are read.
   *
   * @return the number that the end of the file states, or -1; reading checks it
   * @throws IOException when the file cannot be read
   */
  default long statedEvents() throws IOException {
    return StatedLength.UNKNOWN;
  }

  /**
   * Returns what is open before the first event: nothing, unless this reads a split of a file.
   *
   * @return the threads so far, with the locks that they hold
   * @throws IOException when the file cannot be read
   */
  @SuppressWarnings("exports")
  default SplitBeginning beginning() throws IOException {
    return SplitBeginning.NOTHING;
  }

  /**
   * Returns how many events precede the first one: none, unless this reads a split of a file.
   *
   * @return the index of the event before the first one
   */
  default long eventsBefore() {
    return 0;
  }

  /**
   * Returns how many events this reader returns at most; see {@link TraceLimit#EVENTS}.
   *
   * @return its limit
   */
  default long mostEvents() {
    return EventBlock.MAX_INDEX;
  }

  /**
   * Returns the name of the trace in messages.
   *
   * @return for example the name of the file
   */
  String source();

  /**
   * Returns the position in the file of an event of the last block, for messages.
   *
   * @param i the index of the event in the block as it was read
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
   * Sets the listener for the parts that a lenient reader leaves out. The default is for readers
   * that leave nothing out.
   *
   * @param listener receives what a strict reader would have thrown
   */
  default void onDropped(Consumer<TraceFormatException> listener) {
    Objects.requireNonNull(listener, "listener");
  }

  /**
   * Returns how many events could not be read and were left out.
   *
   * @return 0 unless the reader is lenient
   */
  default long dropped() {
    return 0;
  }
}
