package io.racedet.cli.analyze;

import io.racedet.RaceReport;
import io.racedet.race.Race;
import java.io.PrintStream;
import java.util.List;

/** Races as paragraphs, and a line with the counts for each engine and file. */
final class RacesAsText implements RaceOutput {
  private final PrintStream out;
  private final boolean streams;

  /**
   * Starts the output.
   *
   * @param streams whether races are written one by one, before the report
   */
  RacesAsText(PrintStream out, boolean streams) {
    this.out = out;
    this.streams = streams;
  }

  @Override
  public void decided(String file, Race race) {
    out.println(RaceReport.text(race));
    out.flush();
  }

  @Override
  public void report(String file, String engine, RaceReport report) {
    for (Race race : streams ? List.<Race>of() : report.races()) {
      out.println(RaceReport.text(race));
    }
    for (Race race : report.refuted()) {
      out.println(RaceReport.text(race));
    }
    out.println(file + ": " + engine + ": " + report.summary());
    report.notes().forEach(note -> out.println(file + ": " + engine + ": " + note));
  }

  @Override
  public void end() {
    out.flush();
  }
}
