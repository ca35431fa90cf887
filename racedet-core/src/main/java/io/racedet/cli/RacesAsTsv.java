package io.racedet.cli;

import io.racedet.RaceReport;
import io.racedet.race.Race;
import java.io.PrintStream;

/** Races as lines of nine columns with tabs between. */
final class RacesAsTsv implements RaceOutput {
  private static final String NONE = "-";

  private final PrintStream out;

  RacesAsTsv(PrintStream out) {
    this.out = out;
  }

  @Override
  public void report(String file, String engine, RaceReport report) {
    StringBuilder line = new StringBuilder();
    for (Race race : report.races()) {
      boolean known = race.first().isKnown();
      line.setLength(0);
      column(line, file).append('\t').append(engine).append('\t');
      line.append(known ? String.valueOf(race.first().index()) : NONE).append('\t');
      line.append(race.second().index()).append('\t');
      column(line, race.variable()).append('\t');
      line.append(RacesAsText.kind(race)).append('\t').append(race.grade()).append('\t');
      column(line, known ? race.first().location() : NONE).append('\t');
      column(line, race.second().location()).append('\n');
      out.append(line);
    }
  }

  /** Escapes what would end a column or a line. */
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
