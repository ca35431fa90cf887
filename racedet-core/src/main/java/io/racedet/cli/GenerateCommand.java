package io.racedet.cli;

import io.racedet.trace.GeneratedTrace;
import io.racedet.trace.TraceReader;
import io.racedet.trace.Workload;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a made-up trace. */
@Command(
    name = "generate",
    sortOptions = false,
    description = {
      "Writes a made-up trace: threads take turns and work on variables of their own, on constants,"
          + " and in critical sections on what the lock guards; few variables get most of the use."
          + " The trace is valid, its sections are well nested, and without --racy it has no race."
    })
final class GenerateCommand implements Callable<Integer> {
  private final Console console;

  @Spec private CommandSpec spec;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "8",
      description = "Threads; the first one forks and joins the others. Default: ${DEFAULT-VALUE}")
  private int threads;

  @Option(
      names = "--locks",
      paramLabel = "N",
      defaultValue = "100",
      description = "Locks. Default: ${DEFAULT-VALUE}")
  private int locks;

  @Option(
      names = "--variables",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Variables. Default: ${DEFAULT-VALUE}")
  private int variables;

  @Option(
      names = "--events",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Events. Default: ${DEFAULT-VALUE}")
  private long events;

  @Option(
      names = "--sync",
      paramLabel = "PERCENT",
      description = "Share of acquires and releases among the events. Default: 10, 0 without locks")
  private Integer sync;

  @Option(
      names = "--locations",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Places in the source. Default: ${DEFAULT-VALUE}")
  private int locations;

  @Option(
      names = "--racy",
      paramLabel = "PER_MILLION",
      defaultValue = "0",
      description =
          "How many of a million events access a variable that nothing protects. Default:"
              + " ${DEFAULT-VALUE}")
  private int racy;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "Equal seeds make equal traces. Default: a fresh one, printed on standard error")
  private Long seed;

  @Option(
      names = "--to",
      paramLabel = "FORMAT",
      description = "Format of OUT: std or rdt. Default: by its extension.")
  private String to;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help.")
  private boolean help;

  @Parameters(paramLabel = "OUT", description = "A file; '-' is standard output.")
  private String out;

  GenerateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    TraceDestination destination = TraceDestination.of(out, to, spec);
    Workload workload = workload(seed == null ? System.nanoTime() : seed);
    ProgressLine progress = new ProgressLine(console.err(), out);
    try (TraceReader trace = new GeneratedTrace(workload)) {
      destination.write(trace, console, progress);
    } finally {
      progress.erase();
    }
    if (seed == null) {
      console.complain("--seed " + workload.seed());
    }
    return Console.FINE;
  }

  private Workload workload(long withSeed) {
    int share = sync != null ? sync : locks == 0 ? 0 : 10;
    try {
      return new Workload(threads, locks, variables, events, share, locations, racy, withSeed);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
