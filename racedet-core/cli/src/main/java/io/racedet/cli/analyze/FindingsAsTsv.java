package io.racedet.cli.analyze;

import io.racedet.AnalysisReport;
import io.racedet.race.Deadlock;
import io.racedet.race.EngineResult;
import io.racedet.race.Race;
import io.racedet.report.RaceKey;
import java.io.PrintStream;

/** Races as lines of nine tab-separated columns, deadlocks as lines of five. */
final class FindingsAsTsv implements FindingOutput {
  private static final String NONE = "-";

  private final PrintStream out;
  private final boolean streams;

  /**
   * Starts the output.
   *
   * @param streams whether races are written one by one, before the report
   */
  FindingsAsTsv(PrintStream out, boolean streams) {
    this.out = out;
    this.streams = streams;
  }

  @Override
  public void decided(String file, EngineResult found) {
    row(file, found instanceof Race race ? race.engine() : "", found);
    out.flush();
  }

  @Override
  public void report(String file, String engine, AnalysisReport report) {
    if (!streams) {
      report.found().forEach(each -> row(file, engine, each));
    }
    report.refuted().forEach(each -> row(file, engine, each));
  }

  @Override
  public boolean showsLimits() {
    return false;
  }

  private void row(String file, String engine, EngineResult found) {
    StringBuilder line = column(new StringBuilder(), file).append('\t');
    if (found instanceof Race race) {
      column(line, engine).append('\t');
      row(line, race);
    } else {
      row(line, (Deadlock) found);
    }
    out.append(line.append('\n'));
  }

  private static void row(StringBuilder line, Race race) {
    boolean known = race.first().isKnown();
    line.append(known ? String.valueOf(race.first().index()) : NONE).append('\t');
    line.append(race.second().index()).append('\t');
    column(line, race.variable()).append('\t');
    line.append(race.kind().text()).append('\t').append(race.grade()).append('\t');
    column(line, known ? race.first().location() : NONE).append('\t');
    column(line, race.second().location());
  }

  private static void row(StringBuilder line, Deadlock deadlock) {
    line.append(RaceKey.DEADLOCK).append('\t').append(deadlock.indices()).append('\t');
    column(line, String.join(",", deadlock.locks())).append('\t').append(deadlock.grade());
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
