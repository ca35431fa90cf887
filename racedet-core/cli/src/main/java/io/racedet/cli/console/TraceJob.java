package io.racedet.cli.console;

import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.function.LongConsumer;

/** A job that processes one trace after another. */
public interface TraceJob {
  /**
   * Processes a trace.
   *
   * @param progress receives the number of events so far
   * @return the exit status: {@link Console#FINE}, {@link Console#FOUND} if there are races, or
   *     {@link Console#UNREADABLE} after an error of racedet itself
   */
  int take(String file, TraceReader trace, LongConsumer progress) throws IOException;

  /** Records that a trace could not be read to its end; the user has been told. */
  default void failed(String file, Exception why) {}

  /** Completes the output. */
  void end() throws IOException;
}
