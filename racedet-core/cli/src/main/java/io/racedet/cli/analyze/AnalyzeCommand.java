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
import io.racedet.cli.console.UsageException;
import io.racedet.engine.EngineLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Reads traces once, for all engines, and reports the races in them. */
public final class AnalyzeCommand extends Command {
  private static final int PATIENCE = 60;

  private final EngineOptions engines =
      new EngineOptions(
          ", with --explain "
              + EngineOptions.ALL
              + ". '"
              + EngineOptions.ALL
              + "' runs all of them and compares.",
          "fasttrack");
  private final WitnessOptions witnesses = new WitnessOptions();
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
          "List deadlocks instead of races: threads that could wait for each other's locks. With"
              + " --witness they are proved or refuted.");
  private final OptionSpec lenient = CommandOptions.lenient();
  private final LimitOptions limits = new LimitOptions();

  private final PositionalParamSpec files =
      PositionalParamSpec.builder()
          .paramLabel("FILE")
          .type(String[].class)
          .arity("1..*")
          .required(true)
          .description("Traces; '-' is standard input.")
          .build();

  public AnalyzeCommand(Console console) {
    super(console);
    spec().addPositional(files);
    engines.addTo(spec());
    witnesses.addTo(spec());
    spec()
        .addOption(format)
        .addOption(output)
        .addOption(all)
        .addOption(compare)
        .addOption(patience)
        .addOption(explain)
        .addOption(deadlocks)
        .addOption(lenient);
    limits.addTo(spec());
    AnalyzeHelp.describe(spec());
  }

  @Override
  public int run() throws IOException {
    boolean explains = explain.getValue() != null;
    List<String> names = engines.engines(explains);
    AtomicLong violations = new AtomicLong();
    TraceRun run =
        new TraceRun(
            console, List.of(files.<String[]>getValue()), format, lenient, limits, violations);
    return run.over(job(names, violations, run));
  }

  private TraceJob job(List<String> names, AtomicLong violations, TraceRun run) throws IOException {
    boolean listsAll = all.getValue();
    boolean compares = compare.getValue();
    String pair = explain.getValue();
    if (pair != null && (compares || listsAll)) {
      throw new UsageException("--explain: with --compare or --all (expected: without)");
    }
    boolean wantsDeadlocks = deadlocks.getValue();
    boolean isOfRaces = pair != null || compares || listsAll || engines.areAsked();
    if (wantsDeadlocks && (isOfRaces || witnesses.listSteps())) {
      throw new UsageException(
          "--deadlocks: with --explain, --compare, --all, -e, --edges, --sections, --window,"
              + " --parallel or --verbose (expected: without)");
    }
    if (witnesses.areAsked() && (pair != null || compares || engines.isAll())) {
      throw new UsageException(
          "--witness: with --explain, --compare or -e all (expected: without)");
    }
    EngineLimits engineLimits = engines.limits();
    TraceAnalysis.Builder analysis =
        TraceAnalysis.with(names.toArray(new String[0]))
            .everyPair(listsAll)
            .lenient(lenient.getValue())
            .limits(engineLimits)
            .parallel(engines.workers())
            .onViolation(violation -> violations.incrementAndGet());
    if (wantsDeadlocks) {
      return deadlocks(analysis, run);
    }
    witnesses.configure(analysis);
    if (pair != null) {
      OutputForm form = OutputForm.of(output, ExplanationJob.FORMS);
      return new ExplanationJob(analysis, names, engineLimits, eventPair(pair), form, console);
    }
    OutputForm form = OutputForm.of(output, OutputForm.values());
    return compares || engines.isAll()
        ? new ComparisonJob(analysis, patience(), listsAll, form, console)
        : new RaceJob(
            analysis,
            names,
            FindingOutput.of(form, console.out(), witnesses.areAsked()),
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
        FindingOutput.of(OutputForm.of(output, OutputForm.values()), console.out(), false),
        console);
  }

  private Duration patience() {
    return Duration.ofSeconds(CommandOptions.atLeast(1, "at least 1", patience, PATIENCE));
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
    throw new UsageException(
        "--explain: "
            + text
            + " (expected: two indices of events from 1, the earlier one first, for example 3,17)");
  }
}
