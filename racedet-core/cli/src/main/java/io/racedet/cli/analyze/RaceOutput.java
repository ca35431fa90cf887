package io.racedet.cli.analyze;

import io.racedet.RaceReport;
import io.racedet.cli.console.OutputForm;
import io.racedet.race.Race;
import java.io.IOException;
import java.io.PrintStream;

/** Writes the results of engines on files, one after another. */
interface RaceOutput {
  /** Writes a race as soon as it is decided, if the format allows that. */
  default void decided(String file, Race race) {}

  /** Writes the report of an engine on a file, without the races that were already written. */
  void report(String file, String engine, RaceReport report) throws IOException;

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
  static RaceOutput of(OutputForm form, PrintStream out, boolean streams) throws IOException {
    return switch (form) {
      case TEXT -> new RacesAsText(out, streams);
      case JSON -> new RacesAsJson(out);
      case TSV -> new RacesAsTsv(out, streams);
    };
  }
}
