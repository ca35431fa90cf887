package io.racedet.trace;

import io.racedet.event.EventBlock;
import java.io.Closeable;
import java.io.IOException;

/** Writes a trace block by block. Closing it completes the file. Not thread-safe. */
public interface TraceWriter extends Closeable {
  /**
   * Writes events.
   *
   * @param block the events of the trace, including re-entrant acquires and releases; their indices
   *     and contexts are ignored
   * @throws IllegalArgumentException if a name cannot be written in this format; the message says
   *     why, and none of the block's remaining events is written
   * @throws IOException when the file cannot be written
   */
  void write(EventBlock block) throws IOException;

  /**
   * Passes all events written so far to the operating system, so that they survive the end of this
   * process.
   *
   * @throws IOException when the file cannot be written
   */
  void flush() throws IOException;
}
