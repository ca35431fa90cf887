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
  JSON("races.json") {
    @Override
    void write(RunReport report, Sources sources, OutputStream out) throws IOException {
      JsonReport.write(report, out);
    }
  },
  /** For code scanning services. */
  SARIF("races.sarif") {
    @Override
    void write(RunReport report, Sources sources, OutputStream out) throws IOException {
      SarifReport.write(report, sources, out);
    }
  },
  /** For human readers. */
  HTML("report.html") {
    @Override
    void write(RunReport report, Sources sources, OutputStream out) throws IOException {
      HtmlReport.write(report, sources, out);
    }
  },
  /** For pull requests. */
  MARKDOWN("races.md") {
    @Override
    void write(RunReport report, Sources sources, OutputStream out) throws IOException {
      MarkdownReport.write(report, sources, HTML.fileName(), out);
    }
  };

  private final String fileName;

  ReportFile(String fileName) {
    this.fileName = fileName;
  }

  String fileName() {
    return fileName;
  }

  abstract void write(RunReport report, Sources sources, OutputStream out) throws IOException;
}
