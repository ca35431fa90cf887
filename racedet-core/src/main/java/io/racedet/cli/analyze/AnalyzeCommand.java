package io.racedet.cli.analyze;

import io.racedet.TraceAnalysis;
import io.racedet.cli.console.Command;
import io.racedet.cli.console.CommandOptions;
import io.racedet.cli.console.Console;
import io.racedet.cli.console.LimitOptions;
import io.racedet.cli.console.OutputForm;
import io.racedet.cli.console.TraceArgument;
import io.racedet.cli.console.TraceJob;
import io.racedet.cli.console.TraceRun;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;

/** Reads traces once, for all engines, and reports the races in them. */
public final class AnalyzeCommand implements Command {
  private static final int PATIENCE = 60;

  private final Console console;
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  private final EngineOptions engines =
      new EngineOptions(
          spec,
          ", with --explain "
              + EngineOptions.ALL
              + ". '"
              + EngineOptions.ALL
              + "' runs all of them and compares.",
          "fasttrack");
  private final WitnessOptions witnesses = new WitnessOptions(spec);
  private final OptionSpec format = CommandOptions.inputFormat();
  private final OptionSpec output = OutputForm.option(OutputForm.values());

  private final OptionSpec all =
      CommandOptions.flag(
          "--all", "List every race that an engine reports, not one for each pair of locations.");

  private final OptionSpec compare =
      CommandOptions.flag(
          "--compare",
          "Print one table, engines by files, instead of the races: how many races each engine"
              + " reports, how many of them another engine also reports, time and memory. Same as"
              + " -e all.");
  private final OptionSpec patience =
      CommandOptions.number(
          "--patience",
          "SECONDS",
          Integer.class,
          "How long an engine may run in a comparison before it is stopped, which is reported on"
              + " standard error. Default: "
              + PATIENCE);

  private final OptionSpec explain =
      CommandOptions.text(
          "--explain",
          "I,J",
          "Print which engines order the events with these two indices, and by which chain of"
              + " steps, instead of the races.");
  private final OptionSpec deadlocks =
      CommandOptions.flag(
          "--deadlocks",
          "List dead-locks instead of races: threads that could wait for each other's locks. With"
              + " --witness they are proved or refuted.");
  private final OptionSpec lenient = CommandOptions.lenient();
  private final LimitOptions limits = new LimitOptions(spec);

  private final PositionalParamSpec files =
      PositionalParamSpec.builder()
          .paramLabel("FILE")
          .type(String[].class)
          .arity("1..*")
          .required(true)
          .description("Traces; '-' is standard input.")
          .build();

  public AnalyzeCommand(Console console) {
    this.console = console;
  }

  public CommandSpec spec() {
    spec.addPositional(files);
    engines.addTo(spec);
    witnesses.addTo(spec);
    spec.addOption(format)
        .addOption(output)
        .addOption(all)
        .addOption(compare)
        .addOption(patience)
        .addOption(explain)
        .addOption(deadlocks)
        .addOption(lenient);
    limits.addTo(spec);
    spec.usageMessage()
        .description(
            "Finds the races in traces.",
            "",
            "Each file is read once for all engines. Races are listed one for each unordered pair"
                + " of locations, by the later access.")
        .footer(
            "",
            "tsv: no header, one line for each race, columns: file, engine, index of the earlier access,"
                + " index of the later access, variable, kind (write-write, write-read,"
                + " read-write), grade (OBSERVED: unordered by happens-before in the trace itself;"
                + " PREDICTED: ordered there, but not in the engine's relation; with --witness also"
                + " WITNESSED and REFUTED, and rows as they are decided), location of the"
                + " earlier access, location of the later access. '-' where eraser has no earlier"
                + " access. Tab, line feed, carriage return and backslash in names are \\t, \\n,"
                + " \\r and \\\\.",
            "",
            "json: the format of races.json, which 'report --json' also writes (in the jar,"
                + " io/racedet/report/json/races.schema.json describes it). Each engine on each"
                + " file is one of 'tests': name (the file), engines, events, dropped (how many"
                + " were left out); its 'races' name it in their sightings, and refuted candidates"
                + " are among them with --refuted. 'first' is null where eraser has no earlier"
                + " access. With --witness, remark (why a race is refuted or not decided) and"
                + " witness: events (how many), asRecorded (length of the prefix that it shares with"
                + " the trace), steps (the last ones), sequence (the indices of all, for"
                + " example 1-17,20,18).",
            "",
            "Dead-locks as tsv have the columns file, 'deadlock', indices of the requests, names of"
                + " the locks that they ask for, grade (PREDICTED: only a pattern; with --witness"
                + " also WITNESSED: a reordering ends in it, and REFUTED); indices and names are"
                + " joined by commas, in the order of the cycle: the thread of each request holds"
                + " the lock of the next one. As json an object with 'deadlocks'; 'sequence' has the"
                + " first and last index of each run of the reordering.",
            "",
            "A comparison as tsv has the columns file, engine, candidates (races reported), shared"
                + " (of these, also reported by another engine), unique, run time in nanoseconds, bytes"
                + " of state at the end, events processed before it was stopped or 0; as json an object"
                + " with 'comparisons'. An explanation as json is an object with 'explanations'.",
            "",
            "Exit status: 0 no race or dead-lock, 1 some, 2 wrong usage, an engine that ran out of memory, an"
                + " error of racedet itself, or a file that cannot be read (other results are"
                + " printed).");
    return spec;
  }

  @Override
  public int run() throws IOException {
    boolean explains = explain.getValue() != null;
    List<String> names = engines.engines(explains);
    AtomicLong violations = new AtomicLong();
    TraceRun run =
        new TraceRun(spec, console, files.getValue(), format, lenient, limits, violations);
    return run.over(job(names, violations, run));
  }

  private TraceJob job(List<String> names, AtomicLong violations, TraceRun run) throws IOException {
    boolean listsAll = all.getValue();
    boolean compares = compare.getValue();
    String pair = explain.getValue();
    if (pair != null && (compares || listsAll)) {
      throw wrongUsage("--explain: with --compare or --all (expected: without)");
    }
    boolean wantsDeadlocks = deadlocks.getValue();
    if (wantsDeadlocks && (pair != null || compares || listsAll || engines.isChosen())) {
      throw wrongUsage("--deadlocks: with --explain, --compare, --all or -e (expected: without)");
    }
    if (witnesses.areAsked() && (pair != null || compares || engines.isAll())) {
      throw wrongUsage("--witness: with --explain, --compare or -e all (expected: without)");
    }
    TraceAnalysis.Builder analysis =
        TraceAnalysis.with(names.toArray(new String[0]))
            .everyPair(listsAll)
            .lenient(lenient.getValue())
            .limits(engines.limits())
            .parallel(engines.workers())
            .onViolation(violation -> violations.incrementAndGet());
    if (wantsDeadlocks) {
      return deadlocks(analysis, run);
    }
    witnesses.configure(analysis);
    if (pair != null) {
      OutputForm form = OutputForm.of(output, spec, ExplanationJob.FORMS);
      return new ExplanationJob(analysis, eventPair(pair), form, console.out());
    }
    OutputForm form = OutputForm.of(output, spec, OutputForm.values());
    return compares || engines.isAll()
        ? new ComparisonJob(analysis, patience(), listsAll, form, console)
        : new RaceJob(
            analysis,
            names,
            RaceOutput.of(form, console.out(), witnesses.areAsked()),
            witnesses,
            console);
  }

  /** Proofs need the whole trace, so it is first read for patterns where it can be read again. */
  private TraceJob deadlocks(TraceAnalysis.Builder analysis, TraceRun run) throws IOException {
    TraceAnalysis.Builder proving = TraceAnalysis.with().lenient(lenient.getValue());
    witnesses.configure(proving);
    boolean isReadTwice =
        witnesses.areAsked()
            && !List.of(files.<String[]>getValue()).contains(TraceArgument.STANDARD);
    if (witnesses.areAsked() && !isReadTwice) {
      witnesses.configure(analysis);
    }
    return new DeadlockJob(
        analysis,
        isReadTwice ? run::open : null,
        proving.build(),
        witnesses.listRefuted(),
        OutputForm.of(output, spec, OutputForm.values()),
        console);
  }

  private Duration patience() {
    Integer chosen = patience.getValue();
    if (chosen != null && chosen < 1) {
      throw wrongUsage("--patience: " + chosen + " (expected: at least 1)");
    }
    return Duration.ofSeconds(chosen == null ? PATIENCE : chosen);
  }

  private ExplanationJob.EventPair eventPair(String text) {
    Matcher matcher = Pattern.compile("(\\d{1,12}),(\\d{1,12})").matcher(text);
    if (matcher.matches()) {
      long first = Long.parseLong(matcher.group(1));
      long second = Long.parseLong(matcher.group(2));
      if (first >= 1 && second > first) {
        return new ExplanationJob.EventPair(first, second);
      }
    }
    throw wrongUsage(
        "--explain: "
            + text
            + " (expected: two indices of events from 1, the earlier one first, for example 3,17)");
  }

  private ParameterException wrongUsage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
