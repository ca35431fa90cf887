package io.racedet.trace;

import io.racedet.event.EventBlock;
import java.io.Closeable;
import java.io.IOException;

/** Writes a trace block by block. Closing it completes the file. Not thread-safe. */
public interface TraceWriter extends Closeable {
  /**
   * Writes events.
   *
   * @param block the events as they are in the trace, inner acquires and releases included; their
   *     indices and contexts are ignored
   * @throws IllegalArgumentException when a name cannot be written in this format; the message says
   *     why, and nothing of the block's remaining events is written
   * @throws IOException when the file cannot be written
   */
  void write(EventBlock block) throws IOException;

  /**
   * Hands all that was written to the operating system, so that the end of this process does not
   * lose it.
   *
   * @throws IOException when the file cannot be written
   */
  void flush() throws IOException;
}
