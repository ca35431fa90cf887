package io.racedet.fleet;

import io.racedet.report.ReportedRace;
import io.racedet.report.RunReport;
import io.racedet.report.json.JsonReport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Reports as bytes, in the format of {@code races.json}, in which they travel between machines. */
final class Reports {
  private Reports() {}

  static byte[] bytes(RunReport report) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      JsonReport.write(report, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  static byte[] bytes(ReportedRace race) {
    return bytes(RunReport.of("", List.of(), List.of(race), List.of()));
  }

  static RunReport report(byte[] bytes) {
    try {
      return JsonReport.read(new ByteArrayInputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ReportedRace race(byte[] bytes) {
    return report(bytes).races().get(0);
  }
}
