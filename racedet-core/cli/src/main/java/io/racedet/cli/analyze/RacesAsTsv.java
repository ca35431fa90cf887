package io.racedet.cli.analyze;

import io.racedet.RaceReport;
import io.racedet.race.Race;
import io.racedet.report.ReportedRace;
import java.io.PrintStream;

/** Races as lines of nine tab-separated columns. */
final class RacesAsTsv implements RaceOutput {
  private static final String NONE = "-";

  private final PrintStream out;
  private final boolean streams;

  /**
   * Starts the output.
   *
   * @param streams whether races are written one by one, before the report
   */
  RacesAsTsv(PrintStream out, boolean streams) {
    this.out = out;
    this.streams = streams;
  }

  @Override
  public void decided(String file, Race race) {
    row(file, race.engine(), race);
    out.flush();
  }

  @Override
  public void report(String file, String engine, RaceReport report) {
    if (!streams) {
      report.races().forEach(race -> row(file, engine, race));
    }
    report.refuted().forEach(race -> row(file, engine, race));
  }

  @Override
  public boolean showsLimits() {
    return false;
  }

  private void row(String file, String engine, Race found) {
    ReportedRace race = ReportedRace.of(found);
    boolean known = race.first().isKnown();
    StringBuilder line = column(new StringBuilder(), file);
    column(line.append('\t'), engine).append('\t');
    line.append(known ? String.valueOf(race.first().index()) : NONE).append('\t');
    line.append(race.second().index()).append('\t');
    column(line, race.variable().name()).append('\t');
    line.append(race.kind().text()).append('\t').append(race.grade()).append('\t');
    column(line, known ? race.first().site().location() : NONE).append('\t');
    column(line, race.second().site().location()).append('\n');
    out.append(line);
  }

  /** Escapes characters that would end a column or a line. */
  static StringBuilder column(StringBuilder line, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\t' -> line.append("\\t");
        case '\n' -> line.append("\\n");
        case '\r' -> line.append("\\r");
        case '\\' -> line.append("\\\\");
        default -> line.append(c);
      }
    }
    return line;
  }

  @Override
  public void end() {
    out.flush();
  }
}
