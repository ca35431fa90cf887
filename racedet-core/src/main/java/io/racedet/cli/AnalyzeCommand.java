package io.racedet.cli;

import io.racedet.MalformedEventException;
import io.racedet.RaceReport;
import io.racedet.TraceAnalysis;
import io.racedet.engine.Engines;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;

/** Reads traces once and lets engines report the races in them. */
final class AnalyzeCommand implements Command {
  private static final String DEFAULT_ENGINE = "fasttrack";

  private final Console console;
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  private final OptionSpec engine =
      OptionSpec.builder("-e", "--engine")
          .paramLabel("ENGINE")
          .type(String[].class)
          .splitRegex(",")
          .description(
              "Engine to run, may be repeated; 'racedet engines' lists them. Default: "
                  + DEFAULT_ENGINE)
          .build();

  private final OptionSpec format = CommandOptions.inputFormat();
  private final OptionSpec output = OutputForm.option(OutputForm.values());

  private final OptionSpec all =
      CommandOptions.flag(
          "--all", "List every race that an engine reports, not one for each pair of locations.");

  private final OptionSpec lenient = CommandOptions.lenient();

  private final PositionalParamSpec files =
      PositionalParamSpec.builder()
          .paramLabel("FILE")
          .type(String[].class)
          .arity("1..*")
          .required(true)
          .description("Traces; '-' is standard input.")
          .build();

  AnalyzeCommand(Console console) {
    this.console = console;
  }

  CommandSpec spec() {
    spec.addPositional(files)
        .addOption(engine)
        .addOption(format)
        .addOption(output)
        .addOption(all)
        .addOption(lenient)
        .usageMessage()
        .description(
            "Finds the races in traces.",
            "",
            "Each file is read once for all engines. Races are listed one for each unordered pair"
                + " of locations (a pair with an empty location always), by the later access.")
        .footer(
            "",
            "tsv: no header, one line a race, columns: file, engine, index of the earlier access,"
                + " index of the later access, variable, kind (write-write, write-read,"
                + " read-write), grade (OBSERVED: unordered by happens-before in the trace itself;"
                + " PREDICTED: ordered there, but not in the engine's relation), location of the"
                + " earlier access, location of the later access. '-' where eraser has no earlier"
                + " access. Tab, line feed, carriage return and backslash in names are \\t, \\n,"
                + " \\r and \\\\.",
            "",
            "json: an object with 'reports', an array with an object for each file and engine:"
                + " file, engine, events, dropped (how many were left out), races; of each race"
                + " variable, kind, grade, pairs (how many it stands for), first and second; of"
                + " each of these index, thread, op, location, lockset ('first' is null where"
                + " eraser has no earlier access).",
            "",
            "Exit status: 0 no race, 1 races, 2 wrong usage or a file that cannot be read (the"
                + " results of the others are printed).");
    return spec;
  }

  @Override
  public int run() throws IOException {
    String[] engines = engines();
    boolean isLenient = lenient.getValue();
    boolean listsAll = all.getValue();
    TraceAnalysis.Builder analysis =
        TraceAnalysis.with(engines).everyPair(listsAll).lenient(isLenient);
    OutputForm form = OutputForm.of(output, spec, OutputForm.values());
    if (Collections.frequency(List.of(files.<String[]>getValue()), TraceArgument.STANDARD) > 1) {
      throw new ParameterException(
          spec.commandLine(), "FILE: - more than once (expected: once, it can be read once only)");
    }
    RaceOutput races = RaceOutput.of(form, console.out());
    int status = Console.FINE;
    for (String file : files.<String[]>getValue()) {
      try {
        if (analyze(file, isLenient, engines, analysis, races) && status == Console.FINE) {
          status = Console.FOUND;
        }
      } catch (IOException | MalformedEventException e) {
        console.out().flush();
        console.complain(Console.message(e));
        status = Console.UNREADABLE;
      }
    }
    races.end();
    return status;
  }

  private String[] engines() {
    String[] chosen = engine.getValue();
    Set<String> once = new LinkedHashSet<>();
    Collections.addAll(once, chosen == null ? new String[] {DEFAULT_ENGINE} : chosen);
    String[] engines = once.toArray(new String[0]);
    try {
      TraceArgument.format(format.getValue());
      for (String name : engines) {
        Engines.named(name);
      }
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    return engines;
  }

  /** Writes the races of a file; returns whether there are any. */
  private boolean analyze(
      String file,
      boolean isLenient,
      String[] engines,
      TraceAnalysis.Builder analysis,
      RaceOutput races)
      throws IOException {
    ProgressLine progress = new ProgressLine(console.err(), file);
    List<RaceReport> reports;
    try (TraceReader trace = TraceArgument.open(file, format.getValue(), isLenient, console)) {
      reports = analysis.onProgress(progress).build().run(trace);
    } finally {
      progress.erase();
    }
    if (reports.get(0).dropped() > 0) {
      console.complain(
          file + ": " + reports.get(0).dropped() + " malformed events or parts left out");
    }
    boolean found = false;
    for (int i = 0; i < engines.length; i++) {
      races.report(file, engines[i], reports.get(i));
      found |= !reports.get(i).races().isEmpty();
    }
    return found;
  }
}
