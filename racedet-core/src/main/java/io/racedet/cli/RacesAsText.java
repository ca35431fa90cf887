package io.racedet.cli;

import io.racedet.RaceReport;
import io.racedet.race.Race;
import java.io.PrintStream;
import java.util.Locale;

/** Races as paragraphs, and a line with the counts for each engine and file. */
final class RacesAsText implements RaceOutput {
  private final PrintStream out;

  RacesAsText(PrintStream out) {
    this.out = out;
  }

  /** How two accesses conflict, for example {@code write-read}. */
  static String kind(Race race) {
    return race.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public void report(String file, String engine, RaceReport report) {
    for (Race race : report.races()) {
      out.println(RaceReport.text(race));
    }
    out.println(file + ": " + engine + ": " + report.summary());
  }

  @Override
  public void end() {
    out.flush();
  }
}
