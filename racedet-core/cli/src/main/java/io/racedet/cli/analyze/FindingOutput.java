package io.racedet.cli.analyze;

import io.racedet.AnalysisReport;
import io.racedet.cli.console.OutputForm;
import io.racedet.race.EngineResult;
import java.io.IOException;
import java.io.PrintStream;

/** Writes what was found in files, one after another. */
interface FindingOutput {
  /** Writes a race as soon as it is decided, if the format allows that. */
  default void decided(String file, EngineResult found) {}

  /**
   * Writes a report on a file, without what was already written.
   *
   * @param engine the engine; empty for deadlocks, which one search finds
   */
  void report(String file, String engine, AnalysisReport report) throws IOException;

  /** Whether a report includes the limits that took effect. */
  default boolean showsLimits() {
    return true;
  }

  /** Completes the output. */
  void end() throws IOException;

  /**
   * Starts an output.
   *
   * @param streams whether races are written one by one, before the report
   */
  static FindingOutput of(OutputForm form, PrintStream out, boolean streams) throws IOException {
    return switch (form) {
      case TEXT -> new FindingsAsText(out, streams);
      case JSON -> new FindingsAsJson(out);
      case TSV -> new FindingsAsTsv(out, streams);
    };
  }
}
