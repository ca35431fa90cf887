package io.racedet.cli.analyze;

import io.racedet.TraceAnalysis;
import io.racedet.cli.console.Command;
import io.racedet.cli.console.CommandOptions;
import io.racedet.cli.console.Console;
import io.racedet.cli.console.LimitOptions;
import io.racedet.cli.console.ToolVersion;
import io.racedet.cli.console.TraceArgument;
import io.racedet.cli.console.TraceRun;
import io.racedet.cli.console.UsageException;
import io.racedet.cli.console.WholeFile;
import io.racedet.report.RunReport;
import io.racedet.report.Sources;
import io.racedet.report.html.HtmlReport;
import io.racedet.report.json.JsonReport;
import io.racedet.report.sarif.SarifReport;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Writes report files of the races in traces. */
public final class ReportCommand extends Command {

  private final OptionSpec html =
      CommandOptions.text("--html", "OUT", "Write an HTML page for people, in one file.");
  private final OptionSpec json =
      CommandOptions.text("--json", "OUT", "Write all results as JSON, for programs.");
  private final OptionSpec sarif =
      CommandOptions.text(
          "--sarif", "OUT", "Write SARIF 2.1.0, for code scanning and for editors.");
  private final OptionSpec sources =
      OptionSpec.builder("--sources")
          .paramLabel("DIR")
          .type(String[].class)
          .description(
              "Root folder of source packages, may be repeated, for example"
                  + " src/main/java: lines are quoted from there, and paths in reports are"
                  + " relative to the current directory.")
          .build();
  private final EngineOptions engines = new EngineOptions(".", "fasttrack", "pwr-ee-l");
  private final OptionSpec budget =
      CommandOptions.number(
          "--budget",
          "N",
          Long.class,
          "How many steps the search for a witness may take before it gives up, 0 for no search. A"
              + " step is an event that is examined, or 8 bytes of its vector clock. Default: "
              + TraceAnalysis.WITNESS_BUDGET);
  private final OptionSpec total = WitnessOptions.total();
  private final OptionSpec format = CommandOptions.inputFormat();
  private final OptionSpec lenient = CommandOptions.lenient();
  private final LimitOptions limits = new LimitOptions();
  private final PositionalParamSpec files =
      PositionalParamSpec.builder()
          .paramLabel("TRACE")
          .type(String[].class)
          .arity("1..*")
          .required(true)
          .description("Traces; each is read twice.")
          .build();

  public ReportCommand(Console console) {
    super(console);
    spec().addPositional(files).addOption(html).addOption(json).addOption(sarif).addOption(sources);
    engines.addTo(spec());
    spec().addOption(budget).addOption(total).addOption(format).addOption(lenient);
    limits.addTo(spec());
    spec()
        .usageMessage()
        .description(
            "Writes the races that engines find in traces, and deadlocks, to report files.",
            "",
            "Races and deadlocks are proved by witnesses where these exist, and each is"
                + " reported once. Files"
                + " appear when they are complete; they name traces without their folders.")
        .footer("", "Exit status: as that of 'racedet analyze'.");
  }

  @Override
  public int run() throws IOException {
    List<String> names = engines.engines(false);
    if (engines.isAll()) {
      throw new UsageException("-e: all (expected: engines by their names)");
    }
    if (Stream.of(html, json, sarif).allMatch(out -> out.getValue() == null)) {
      throw new UsageException("no output (expected: --html, --json or --sarif)");
    }
    List<String> traces = List.of(files.<String[]>getValue());
    if (traces.contains(TraceArgument.STANDARD)) {
      throw new UsageException("TRACE: - (expected: a file, which is read twice)");
    }
    Sources quoted = sources();
    AtomicLong violations = new AtomicLong();
    TraceRun run = new TraceRun(console, traces, format, lenient, limits, violations);
    TraceAnalysis.Builder analysis =
        analysis(names)
            .limits(engines.limits())
            .parallel(engines.workers())
            .witnesses(
                CommandOptions.atLeast(0, "not negative", budget, TraceAnalysis.WITNESS_BUDGET),
                CommandOptions.atLeast(1, "from 1", total, TraceAnalysis.WITNESS_TOTAL))
            .onViolation(violation -> violations.incrementAndGet());
    return run.over(
        new ReportJob(
            analysis,
            analysis(List.of()).build(),
            names,
            run::open,
            report -> write(report, quoted),
            console));
  }

  private TraceAnalysis.Builder analysis(List<String> names) {
    return TraceAnalysis.with(names.toArray(new String[0])).lenient(lenient.getValue());
  }

  private Sources sources() throws IOException {
    String[] folders = sources.getValue();
    if (folders == null) {
      return Sources.NONE;
    }
    for (String folder : folders) {
      if (!Files.isDirectory(Path.of(folder))) {
        throw new UsageException("--sources: " + folder + ": no such directory");
      }
    }
    return Sources.of(Path.of(""), Stream.of(folders).map(Path::of).toList());
  }

  private void write(RunReport unnamed, Sources quoted) throws IOException {
    RunReport report =
        new RunReport(
            ToolVersion.get(),
            unnamed.tests(),
            unnamed.races(),
            unnamed.deadlocks(),
            unnamed.gone(),
            unnamed.warnings());
    write(html, out -> HtmlReport.write(report, quoted, out));
    write(json, out -> JsonReport.write(report, out));
    write(sarif, out -> SarifReport.write(report, quoted, out));
  }

  /** Writes one of the files. */
  @FunctionalInterface
  private interface Content {
    void to(OutputStream out) throws IOException;
  }

  private static void write(OptionSpec file, Content content) throws IOException {
    String name = file.getValue();
    if (name == null) {
      return;
    }
    WholeFile.write(
        Path.of(name),
        "",
        path -> {
          try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(path))) {
            content.to(out);
          }
        });
  }
}
