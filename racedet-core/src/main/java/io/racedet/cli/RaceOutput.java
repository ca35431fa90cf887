package io.racedet.cli;

import io.racedet.RaceReport;
import java.io.IOException;
import java.io.PrintStream;

/** Writes what engines found in files, one after another. */
interface RaceOutput {
  /** Writes the report of an engine on a file. */
  void report(String file, String engine, RaceReport report) throws IOException;

  /** Completes the output. */
  void end() throws IOException;

  static RaceOutput of(OutputForm form, PrintStream out) throws IOException {
    return switch (form) {
      case TEXT -> new RacesAsText(out);
      case JSON -> new RacesAsJson(out);
      case TSV -> new RacesAsTsv(out);
    };
  }
}
