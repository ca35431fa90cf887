package io.racedet.fleet;

import io.racedet.TraceAnalysis;
import io.racedet.engine.catalogue.Engines;
import java.util.LinkedHashSet;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line of {@link AnalyzeFleet}. */
@Command(
    name = "AnalyzeFleet",
    sortOptions = false,
    description = {
      "Finds data races in many traces on Apache Spark, and reports each race once.",
      "",
      "A path is a file, a folder (for all traces in it) or a pattern, on any file system of"
          + " Hadoop. In a pattern **/ stands for any number of folders.",
      ""
    },
    footer = {
      "",
      "Exit status: 0 no race, 1 some, 2 wrong usage, a trace that cannot be read, or an engine"
          + " that has failed (takes precedence over 1)."
    })
final class FleetOptions {
  @Option(
      names = {"-e", "--engines", "--engine"},
      paramLabel = "ENGINE",
      split = ",",
      description = "Engines, with a comma between them. Default: ${DEFAULT-VALUE}")
  List<String> engines = List.of("fasttrack");

  @Option(names = "--witness", description = "Search for proofs of what is not observed itself.")
  boolean witness;

  @Option(
      names = "--budget",
      paramLabel = "N",
      description = "Steps of the search for one witness. Default: ${DEFAULT-VALUE}")
  long budget = TraceAnalysis.WITNESS_BUDGET;

  @Option(
      names = "--total-budget",
      paramLabel = "N",
      description = "Steps of all searches in a trace. Default: ${DEFAULT-VALUE}")
  long totalBudget = TraceAnalysis.WITNESS_TOTAL;

  @Option(
      names = "--lenient",
      description = "Leave out what is malformed or damaged in a trace, and count it.")
  boolean lenient;

  @Option(
      names = "--long",
      description =
          "Analyse each trace in the splits of its file, in parallel: djit and eraser with exactly"
              + " the races of the whole, other engines in windows. Races whose accesses no window"
              + " has together are missed, and the reports say so.")
  boolean inParts;

  @Option(
      names = "--window",
      paramLabel = "SPLITS",
      description =
          "Splits of a window, half of which the next window has, too. Default: ${DEFAULT-VALUE}")
  int window = 2;

  @Option(
      names = "--fan",
      paramLabel = "N",
      description =
          "Summaries of splits that a task combines in a row; the result does not depend on it."
              + " Default: ${DEFAULT-VALUE}")
  int fan = 16;

  @Option(
      names = "--origin",
      paramLabel = "REGEX",
      description =
          "How the path of a trace names its build and module: a regular expression with the groups"
              + " (?<build>...) and (?<module>...). Default: its last two folders, not counting"
              + " target/racedet and traces.")
  String origin = OriginRule.DEFAULT;

  @Option(
      names = "--out",
      paramLabel = "OUT",
      required = true,
      description = "Folder for races.json, races.sarif, report.html and the table races.parquet.")
  String out;

  @Parameters(paramLabel = "PATH", arity = "1..*", description = "Traces.")
  List<String> paths;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help.")
  boolean help;

  /**
   * How traces are to be analysed.
   *
   * @throws IllegalArgumentException if that is impossible
   */
  AnalysisChoice choice() {
    engines.forEach(Engines::named);
    atLeast(0, "--budget", budget);
    atLeast(1, "--total-budget", totalBudget);
    atLeast(2, "--window", window);
    atLeast(2, "--fan", fan);
    if (inParts && lenient) {
      throw new IllegalArgumentException("--lenient with --long (expected: one of them)");
    }
    return new AnalysisChoice(
        List.copyOf(new LinkedHashSet<>(engines)), witness ? budget : 0, totalBudget, lenient);
  }

  private static void atLeast(long least, String option, long value) {
    if (value < least) {
      throw new IllegalArgumentException(
          option + ": " + value + " (expected: at least " + least + ")");
    }
  }

  /**
   * How paths name builds and modules.
   *
   * @throws IllegalArgumentException if the rule is none
   */
  OriginRule originRule() {
    try {
      return new OriginRule(origin);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--origin: " + e.getMessage(), e);
    }
  }
}
