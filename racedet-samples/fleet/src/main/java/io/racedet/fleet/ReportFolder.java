package io.racedet.fleet;

import io.racedet.report.RunReport;
import io.racedet.report.Sources;
import io.racedet.report.html.HtmlReport;
import io.racedet.report.json.JsonReport;
import io.racedet.report.sarif.SarifReport;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The folder for the report files, on any file system of Hadoop. Files appear when complete. */
final class ReportFolder {
  private static final String TABLE = "races.parquet";

  private final Path folder;
  private final FileSystem files;

  /**
   * Makes the folder, if it does not exist.
   *
   * @throws IOException if that is impossible
   */
  ReportFolder(String folder, Configuration hadoop) throws IOException {
    this.folder = new Path(folder);
    files = this.folder.getFileSystem(hadoop);
    if (files.exists(this.folder) && !files.getFileStatus(this.folder).isDirectory()) {
      throw new IOException(folder + ": is a file (expected: a folder)");
    }
    if (!files.mkdirs(this.folder)) {
      throw new IOException(folder + ": cannot be created");
    }
  }

  /** Where the table belongs. */
  String table() {
    return new Path(folder, TABLE).toString();
  }

  /** Writes {@code races.json}, {@code races.sarif} and {@code report.html}. */
  void write(RunReport report) throws IOException {
    write("races.json", out -> JsonReport.write(report, out));
    write("races.sarif", out -> SarifReport.write(report, Sources.NONE, out));
    write("report.html", out -> HtmlReport.write(report, Sources.NONE, out));
  }

  @FunctionalInterface
  private interface Content {
    void to(OutputStream out) throws IOException;
  }

  private void write(String name, Content content) throws IOException {
    Path target = new Path(folder, name);
    Path part = new Path(folder, '.' + name + ".part");
    try (OutputStream out = new BufferedOutputStream(files.create(part, true))) {
      content.to(out);
    }
    files.delete(target, false);
    if (!files.rename(part, target)) {
      throw new IOException(target + ": cannot be written");
    }
  }
}
