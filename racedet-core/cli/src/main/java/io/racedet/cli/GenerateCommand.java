package io.racedet.cli;

import io.racedet.cli.console.Command;
import io.racedet.cli.console.CommandOptions;
import io.racedet.cli.console.Console;
import io.racedet.cli.console.ProgressLine;
import io.racedet.cli.console.TraceDestination;
import io.racedet.cli.console.UsageException;
import io.racedet.trace.TraceReader;
import io.racedet.trace.generated.GeneratedTrace;
import io.racedet.trace.generated.RepeatedTrace;
import io.racedet.trace.generated.Workload;
import java.io.IOException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Writes a generated trace. */
final class GenerateCommand extends Command {
  private static final int THREADS = 8;
  private static final int LOCKS = 100;
  private static final int VARIABLES = 100_000;
  private static final long EVENTS = 1_000_000;
  private static final int SYNC_PERCENT = 10;
  private static final int LOCATIONS = 2000;

  private final OptionSpec threads =
      count("--threads", "Threads; the first one forks and joins the others. Default: " + THREADS);
  private final OptionSpec locks = count("--locks", "Locks. Default: " + LOCKS);
  private final OptionSpec variables = count("--variables", "Variables. Default: " + VARIABLES);
  private final OptionSpec events =
      CommandOptions.number("--events", "N", Long.class, "Events. Default: " + EVENTS);
  private final OptionSpec sync =
      CommandOptions.number(
          "--sync",
          "PERCENT",
          Integer.class,
          "Share of acquires and releases among the events. Default: "
              + SYNC_PERCENT
              + ", without locks 0");
  private final OptionSpec locations =
      count("--locations", "Source locations. Default: " + LOCATIONS);
  private final OptionSpec racy =
      CommandOptions.number(
          "--racy",
          "PER_MILLION",
          Integer.class,
          "How many of a million events access an unprotected variable. Default: 0");
  private final OptionSpec repeat =
      CommandOptions.number(
          "--repeat",
          "ROUNDS",
          Long.class,
          "How often to repeat the part between the forks and the joins. --events is the length"
              + " with one round, which is kept in memory. Default: 1");
  private final OptionSpec seed =
      CommandOptions.number(
          "--seed",
          "N",
          Long.class,
          "Equal seeds give equal traces. Default: a new one, printed on standard error");
  private final OptionSpec to = CommandOptions.outputFormat();
  private final PositionalParamSpec out =
      CommandOptions.parameter(0, "OUT", "A file; '-' is standard output.");

  private static OptionSpec count(String name, String description) {
    return CommandOptions.number(name, "N", Integer.class, description);
  }

  GenerateCommand(Console console) {
    super(console);
    spec()
        .addOption(threads)
        .addOption(locks)
        .addOption(variables)
        .addOption(events)
        .addOption(sync)
        .addOption(locations)
        .addOption(racy)
        .addOption(repeat)
        .addOption(seed)
        .addOption(to)
        .addPositional(out)
        .usageMessage()
        .description(
            "Writes a generated trace.",
            "",
            "Threads take turns and access thread-local variables, constants and, in critical"
                + " sections, variables that the lock guards; a few variables get most of the"
                + " accesses. The trace is valid, its critical sections are properly nested, and"
                + " without --racy it has no race.");
  }

  @Override
  public int run() throws IOException {
    TraceDestination destination = TraceDestination.of(out.getValue(), to.getValue());
    Workload workload = workload();
    try (ProgressLine progress = new ProgressLine(console.err(), out.getValue());
        TraceReader trace = trace(workload)) {
      destination.write(trace, true, console, progress);
    }
    if (seed.getValue() == null) {
      console.complain("--seed " + workload.seed());
    }
    return Console.FINE;
  }

  private TraceReader trace(Workload workload) {
    long rounds = CommandOptions.or(repeat, 1);
    return UsageException.checked(
        () -> rounds == 1 ? new GeneratedTrace(workload) : new RepeatedTrace(workload, rounds));
  }

  private Workload workload() {
    int lockCount = or(locks, LOCKS);
    long fresh = System.nanoTime();
    return UsageException.checked(
        () ->
            new Workload(
                or(threads, THREADS),
                lockCount,
                or(variables, VARIABLES),
                CommandOptions.or(events, EVENTS),
                or(sync, lockCount == 0 ? 0 : SYNC_PERCENT),
                or(locations, LOCATIONS),
                or(racy, 0),
                CommandOptions.or(seed, fresh)));
  }

  private static int or(OptionSpec option, int otherwise) {
    return (int) CommandOptions.or(option, otherwise);
  }
}
