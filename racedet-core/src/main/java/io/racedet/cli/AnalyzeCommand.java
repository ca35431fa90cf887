package io.racedet.cli;

import io.racedet.MalformedEventException;
import io.racedet.RaceReport;
import io.racedet.TraceAnalysis;
import io.racedet.engine.Engines;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reads traces once and lets engines report the races in them. */
@Command(
    name = "analyze",
    sortOptions = false,
    description = {
      "Finds the races in traces.",
      "",
      "Each file is read once for all engines. Races are listed one for each unordered pair of"
          + " locations (a pair with an empty location always), by the later access."
    },
    footer = {
      "",
      "tsv: no header, one line a race, columns: file, engine, index of the earlier access, index of"
          + " the later access, variable, kind (write-write, write-read, read-write), grade"
          + " (OBSERVED: unordered by happens-before in the trace itself; PREDICTED: ordered there,"
          + " but not in the engine's relation), location of the earlier access, location of the"
          + " later access. '-' where eraser has no earlier access. Tab, line feed, carriage return"
          + " and backslash in names are \\t, \\n, \\r and \\\\.",
      "",
      "Exit status: 0 no race, 1 races, 2 wrong usage or a file that cannot be read (the results of"
          + " the others are printed)."
    })
final class AnalyzeCommand implements Callable<Integer> {
  private static final String DEFAULT_ENGINE = "fasttrack";

  private final Console console;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-e", "--engine"},
      paramLabel = "ENGINE",
      split = ",",
      description = {
        "Engine to run, may be repeated; 'racedet engines' lists them. Default: " + DEFAULT_ENGINE
      })
  private List<String> engines = new ArrayList<>();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = TraceArgument.AUTO,
      description = "Format of the files: auto, std or rdt. Default: auto, by their first bytes.")
  private String format;

  @Option(
      names = "--output",
      paramLabel = "FORM",
      defaultValue = "text",
      description = "text (for reading), json or tsv. Default: text.")
  private OutputForm output;

  @Option(
      names = "--all",
      description = "List every race that an engine reports, not one for each pair of locations.")
  private boolean all;

  @Option(
      names = "--lenient",
      description =
          "Leave out lines and events that are malformed, and what is torn or damaged, and say how"
              + " many. Otherwise they make a file unreadable.")
  private boolean lenient;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help.")
  private boolean help;

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "Traces; '-' is standard input.")
  private List<String> files;

  AnalyzeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    TraceAnalysis.Builder analysis = analysis().everyPair(all).lenient(lenient);
    RaceOutput races = RaceOutput.of(output, console.out());
    int status = Console.FINE;
    for (String file : files) {
      try {
        if (analyze(file, analysis, races)) {
          status = Math.max(status, Console.FOUND);
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

  private TraceAnalysis.Builder analysis() {
    if (engines.isEmpty()) {
      engines.add(DEFAULT_ENGINE);
    }
    try {
      TraceArgument.format(format);
      for (String engine : engines) {
        Engines.named(engine);
      }
      return TraceAnalysis.with(engines.toArray(new String[0]));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** Writes the races of a file; returns whether there are any. */
  private boolean analyze(String file, TraceAnalysis.Builder analysis, RaceOutput races)
      throws IOException {
    ProgressLine progress = new ProgressLine(console.err(), file);
    List<RaceReport> reports;
    try (TraceReader trace = TraceArgument.open(file, format, lenient, console)) {
      reports = analysis.onProgress(progress).build().run(trace);
    } finally {
      progress.erase();
    }
    if (reports.get(0).dropped() > 0) {
      console.complain(
          file + ": " + reports.get(0).dropped() + " malformed events or parts left out");
    }
    boolean found = false;
    for (int i = 0; i < reports.size(); i++) {
      races.report(file, engines.get(i), reports.get(i));
      found |= !reports.get(i).races().isEmpty();
    }
    return found;
  }
}
