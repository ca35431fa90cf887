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
 * <p>The ids of each space are dense, in the order of first use. A reader does not check whether
 * the trace is well formed. Not thread-safe.
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
   * {@return how many events the trace has, if this is known before they are read: the number that
   * the end of the file states, which reading checks, or -1}
   *
   * @throws IOException when the file cannot be read
   */
  default long statedEvents() throws IOException {
    return StatedLength.UNKNOWN;
  }

  /**
   * {@return the threads before the first event, with the locks that they hold: none, unless this
   * reads a split of a file}
   *
   * @throws IOException when the file cannot be read
   */
  @SuppressWarnings("exports")
  default SplitBeginning beginning() throws IOException {
    return SplitBeginning.NOTHING;
  }

  /** {@return how many events precede the first one: 0 unless this reads a split of a file} */
  default long eventsBefore() {
    return 0;
  }

  /**
   * {@return the maximum number of events that this reader returns; see {@link TraceLimit#EVENTS}}
   */
  default long mostEvents() {
    return EventBlock.MAX_INDEX;
  }

  /** {@return the name of the trace in messages, for example the name of the file} */
  String source();

  /**
   * {@return the position in the file of an event of the last block, for messages, for example
   * {@code line 17}}
   *
   * @param i the index of the event in the block as it was read
   */
  String position(int i);

  /** {@return the names of the ids read so far; the same object each time} */
  Names names();

  /**
   * Sets the listener for the parts that a lenient reader leaves out. By default does nothing, for
   * readers that leave nothing out.
   *
   * @param listener receives what a strict reader would have thrown
   */
  default void onDropped(Consumer<TraceFormatException> listener) {
    Objects.requireNonNull(listener, "listener");
  }

  /**
   * {@return how many events could not be read and were left out; 0 unless the reader is lenient}
   */
  default long dropped() {
    return 0;
  }
}
