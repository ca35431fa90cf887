package io.racedet.cli.analyze;

import io.racedet.AnalysisReport;
import io.racedet.race.EngineResult;
import java.io.PrintStream;

/** Findings as paragraphs, and a line with the counts for each engine and file. */
final class FindingsAsText implements FindingOutput {
  private final PrintStream out;
  private final boolean streams;

  /**
   * Starts the output.
   *
   * @param streams whether races are written one by one, before the report
   */
  FindingsAsText(PrintStream out, boolean streams) {
    this.out = out;
    this.streams = streams;
  }

  @Override
  public void decided(String file, EngineResult found) {
    out.println(AnalysisReport.text(found));
    out.flush();
  }

  @Override
  public void report(String file, String engine, AnalysisReport report) {
    if (!streams) {
      report.found().forEach(each -> out.println(AnalysisReport.text(each)));
    }
    report.refuted().forEach(each -> out.println(AnalysisReport.text(each)));
    String source = engine.isEmpty() ? file + ": " : file + ": " + engine + ": ";
    out.println(source + report.summary());
    report.notes().forEach(note -> out.println(source + note));
  }

  @Override
  public void end() {
    out.flush();
  }
}
