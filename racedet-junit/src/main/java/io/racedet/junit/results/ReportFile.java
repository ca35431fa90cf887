package io.racedet.junit.results;

import io.racedet.report.RunReport;
import io.racedet.report.Sources;
import io.racedet.report.html.HtmlReport;
import io.racedet.report.json.JsonReport;
import io.racedet.report.markdown.MarkdownReport;
import io.racedet.report.sarif.SarifReport;
import java.io.IOException;
import java.io.OutputStream;

/** The files that a report is written to. */
enum ReportFile {
  /** The complete report, for programs. */
  JSON("races.json", (report, sources, out) -> JsonReport.write(report, out)),
  /** For code scanning services. */
  SARIF("races.sarif", SarifReport::write),
  /** For human readers. */
  HTML("report.html", HtmlReport::write),
  /** For pull requests. */
  MARKDOWN(
      "races.md",
      (report, sources, out) -> MarkdownReport.write(report, sources, HTML.fileName(), out));

  @FunctionalInterface
  private interface Form {
    void write(RunReport report, Sources sources, OutputStream out) throws IOException;
  }

  private final String fileName;
  private final Form form;

  ReportFile(String fileName, Form form) {
    this.fileName = fileName;
    this.form = form;
  }

  String fileName() {
    return fileName;
  }

  void write(RunReport report, Sources sources, OutputStream out) throws IOException {
    form.write(report, sources, out);
  }
}
