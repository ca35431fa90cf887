package io.racedet.report.json;

import io.racedet.report.RunReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A report as {@code races.json}: complete, so that it can be read back. Its format is described by
 * the resource {@value #SCHEMA} beside this class, a JSON schema.
 */
public final class JsonReport {
  /** Name of the resource that describes the format. */
  public static final String SCHEMA = "races.schema.json";

  private static final String VERSION = "schemaVersion";
  private static final int SCHEMA_VERSION = 1;

  private JsonReport() {}

  /**
   * Writes a report.
   *
   * @param report the report
   * @param out receives UTF-8; is left open
   * @throws IOException if it cannot be written
   */
  public static void write(RunReport report, OutputStream out) throws IOException {
    RecordFile.write(report, VERSION, SCHEMA_VERSION, out);
  }

  /**
   * {@return the report in a file}
   *
   * @param in contains UTF-8; is left open
   * @throws ReportFormatException if it is not a report, is truncated, or has another version
   * @throws IOException if it cannot be read
   */
  public static RunReport read(InputStream in) throws IOException {
    return RecordFile.read(in, RunReport.class, VERSION, SCHEMA_VERSION);
  }
}
