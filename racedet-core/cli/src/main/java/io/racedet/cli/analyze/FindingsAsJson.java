package io.racedet.cli.analyze;

import io.racedet.AnalysisReport;
import io.racedet.ReportedFindings;
import io.racedet.cli.console.ToolVersion;
import io.racedet.report.Finding;
import io.racedet.report.RunReport;
import io.racedet.report.TestRun;
import io.racedet.report.json.JsonReport;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Findings in the format of {@code races.json}: each pair of engine and file is a test, with what
 * the engine found, including refuted candidates.
 */
final class FindingsAsJson implements FindingOutput {
  private final PrintStream out;
  private final List<TestRun> runs = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();
  private final List<String> errors = new ArrayList<>();

  FindingsAsJson(PrintStream out) {
    this.out = out;
  }

  @Override
  public void report(String file, String engine, AnalysisReport report) {
    RunReport part =
        engine.isEmpty()
            ? ReportedFindings.complete(file, file, List.of(), report)
            : ReportedFindings.complete(file + ": " + engine, file, List.of(engine), report);
    runs.addAll(part.tests());
    findings.addAll(part.findings());
    errors.addAll(part.warnings());
  }

  @Override
  public void end() throws IOException {
    JsonReport.write(RunReport.of(ToolVersion.get(), runs, findings, errors), out);
    out.flush();
  }
}
