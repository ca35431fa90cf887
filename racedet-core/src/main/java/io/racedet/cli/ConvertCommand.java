package io.racedet.cli;

import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a trace in another format. */
@Command(
    name = "convert",
    sortOptions = false,
    description = {
      "Writes a trace in another format, event by event: nothing is checked but that it can be read,"
          + " and nothing is changed. OUT appears when it is complete."
    })
final class ConvertCommand implements Callable<Integer> {
  private final Console console;

  @Spec private CommandSpec spec;

  @Option(
      names = "--to",
      paramLabel = "FORMAT",
      description =
          "Format of OUT: std or rdt. Default: by its extension (.std, .rdt, .std.gz ...).")
  private String to;

  @Option(names = "--lenient", description = "Leave out what cannot be read, and say how much.")
  private boolean lenient;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help.")
  private boolean help;

  @Parameters(index = "0", paramLabel = "IN", description = "A trace; '-' is standard input.")
  private String in;

  @Parameters(index = "1", paramLabel = "OUT", description = "A file; '-' is standard output.")
  private String out;

  ConvertCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    TraceDestination destination = TraceDestination.of(out, to, spec);
    if (destination.isSameFile(in)) {
      throw new ParameterException(
          spec.commandLine(), out + ": is the input itself (expected: another file)");
    }
    ProgressLine progress = new ProgressLine(console.err(), in);
    try (TraceReader trace = TraceArgument.open(in, TraceArgument.AUTO, lenient, console)) {
      destination.write(trace, console, progress);
      if (trace.dropped() > 0) {
        console.complain(in + ": " + trace.dropped() + " malformed events or parts left out");
      }
    } finally {
      progress.erase();
    }
    return Console.FINE;
  }
}
