package io.racedet.cli.console;

import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.function.LongConsumer;

/** What is done with one trace after another. */
public interface TraceJob {
  /**
   * Takes a trace.
   *
   * @param progress to be told how far it is
   * @return whether there are races
   */
  boolean take(String file, TraceReader trace, LongConsumer progress) throws IOException;

  /** Takes note of a trace that could not be read to its end; the user has been told. */
  default void failed(String file, Exception why) {}

  /** Completes the output. */
  void end() throws IOException;
}
