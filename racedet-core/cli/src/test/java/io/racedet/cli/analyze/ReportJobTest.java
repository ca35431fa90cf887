package io.racedet.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.TraceAnalysis;
import io.racedet.cli.console.Console;
import io.racedet.report.RunReport;
import io.racedet.trace.TraceFile;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often a trace is read. */
class ReportJobTest {
  @TempDir private Path folder;

  private final List<String> opened = new ArrayList<>();
  private final List<RunReport> written = new ArrayList<>();

  private void report(String events) throws IOException {
    Path file = Files.writeString(folder.resolve("t.std"), events);
    ReportJob job =
        new ReportJob(
            TraceAnalysis.with("fasttrack", "djit"),
            TraceAnalysis.with().build(),
            List.of("fasttrack", "djit"),
            name -> {
              opened.add(name);
              return TraceFile.open(Path.of(name), null, false);
            },
            written::add,
            new Console(null, System.out, System.err));
    try (TraceReader trace = TraceFile.open(file, null, false)) {
      job.take(file.toString(), trace, count -> {});
    }
    job.end();
  }

  @Test
  void racy_isReadOnceMoreForAllTimelines() throws IOException {
    report("T1|w(x)|A:1\nT1|w(y)|A:2\nT2|w(x)|B:1\nT2|w(y)|B:2\n");

    assertThat(opened).hasSize(1);
    assertThat(written.get(0).races())
        .hasSize(2)
        .allMatch(race -> !race.timeline().steps().isEmpty());
  }

  @Test
  void clean_isNotReadAgain() throws IOException {
    report("T1|w(x)|A:1\nT1|w(y)|A:2\nT2|w(z)|B:1\n");

    assertThat(opened).isEmpty();
    assertThat(written.get(0).races()).isEmpty();
  }
}
