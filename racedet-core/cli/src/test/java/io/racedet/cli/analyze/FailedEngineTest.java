package io.racedet.cli.analyze;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.FailingEngine;
import io.racedet.TraceAnalysis;
import io.racedet.cli.console.Console;
import io.racedet.cli.console.OutputForm;
import io.racedet.cli.console.TraceJob;
import io.racedet.report.RunReport;
import io.racedet.trace.TraceFormat;
import io.racedet.trace.TraceReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What is said of an engine that throws, and of what the others have found. */
class FailedEngineTest {
  private static final List<String> ENGINES = List.of("fasttrack", "failing");
  private static final byte[] TRACE = "T1|w(x)|A:1\nT2|w(x)|B:1\n".getBytes(UTF_8);
  private static final String FAILURE =
      "racedet: t.std: failing failed at event 2: java.lang.IllegalStateException: a defect\n";

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final ByteArrayOutputStream complaints = new ByteArrayOutputStream();
  private final Console console =
      new Console(
          null, new PrintStream(printed, true, UTF_8), new PrintStream(complaints, true, UTF_8));

  private final TraceAnalysis.Builder analysis =
      TraceAnalysis.with("fasttrack")
          .engine(
              FailingEngine.at(
                  1,
                  () -> {
                    throw new IllegalStateException("a defect");
                  }));

  /** The exit status after a trace with a race. */
  private int status(TraceJob job) throws IOException {
    try (TraceReader trace =
        TraceFormat.STD.reader(new ByteArrayInputStream(TRACE), "t.std", false)) {
      int status = job.take("t.std", trace, count -> {});
      job.end();
      return status;
    }
  }

  @Test
  void analyze_saysIt_andListsTheRacesOfTheOthers() throws IOException {
    CommandSpec spec = CommandSpec.create();
    WitnessOptions witnesses = new WitnessOptions();
    witnesses.addTo(spec);
    new CommandLine(spec).parseArgs();
    FindingOutput output = FindingOutput.of(OutputForm.TSV, console.out(), false);
    int status = status(new RaceJob(analysis, ENGINES, output, witnesses, console));
    assertThat(status).isEqualTo(Console.UNREADABLE);
    assertThat(complaints.toString(UTF_8)).isEqualTo(FAILURE);
    assertThat(printed.toString(UTF_8)).startsWith("t.std\tfasttrack\t1\t2\tx");
  }

  @Test
  void compare_saysIt_andComparesTheOthers() throws IOException {
    ComparisonJob job =
        new ComparisonJob(analysis, Duration.ofHours(1), false, OutputForm.TSV, console);
    assertThat(status(job)).isEqualTo(Console.UNREADABLE);
    assertThat(complaints.toString(UTF_8)).isEqualTo(FAILURE);
    assertThat(printed.toString(UTF_8)).startsWith("t.std\tfasttrack\t1\t");
  }

  @Test
  void report_saysIt_inTheReportToo() throws IOException {
    List<RunReport> written = new ArrayList<>();
    ReportJob job =
        new ReportJob(
            analysis,
            TraceAnalysis.with().build(),
            ENGINES,
            name -> TraceFormat.STD.reader(new ByteArrayInputStream(TRACE), name, false),
            written::add,
            console);
    assertThat(status(job)).isEqualTo(Console.UNREADABLE);
    assertThat(complaints.toString(UTF_8)).isEqualTo(FAILURE);
    assertThat(written.get(0).races()).hasSize(1);
    assertThat(written.get(0).warnings())
        .containsExactly(FAILURE.substring("racedet: ".length()).strip());
  }
}
