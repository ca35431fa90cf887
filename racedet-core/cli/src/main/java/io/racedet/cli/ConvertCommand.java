package io.racedet.cli;

import io.racedet.cli.console.Command;
import io.racedet.cli.console.CommandOptions;
import io.racedet.cli.console.Console;
import io.racedet.cli.console.LimitOptions;
import io.racedet.cli.console.ProgressLine;
import io.racedet.cli.console.TraceArgument;
import io.racedet.cli.console.TraceDestination;
import io.racedet.cli.console.UsageException;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Writes a trace in another format. */
final class ConvertCommand extends Command {
  private final OptionSpec to = CommandOptions.outputFormat();
  private final OptionSpec noLocations =
      CommandOptions.flag(
          "--no-locations", "Leave out source locations; this makes slp files smaller.");
  private final OptionSpec lenient = CommandOptions.lenient();
  private final LimitOptions limits = new LimitOptions();
  private final PositionalParamSpec in =
      CommandOptions.parameter(0, "IN", "A trace; '-' is standard input.");
  private final PositionalParamSpec out =
      CommandOptions.parameter(1, "OUT", "A file; '-' is standard output.");

  ConvertCommand(Console console) {
    super(console);
    spec()
        .addOption(to)
        .addOption(noLocations)
        .addOption(lenient)
        .addPositional(in)
        .addPositional(out);
    limits.addTo(spec());
    spec()
        .usageMessage()
        .description(
            "Writes a trace in another format.",
            "",
            "The events are neither changed nor checked for well-formedness. OUT is created when it"
                + " is complete. An slp file is a grammar of the trace: the more repetitive the"
                + " trace, the smaller the file.");
  }

  @Override
  public int run() throws IOException {
    String from = in.getValue();
    String into = out.getValue();
    TraceDestination destination = TraceDestination.of(into, to.getValue());
    if (destination.isSameFile(from)) {
      throw new UsageException(into + ": is the input itself (expected: another file)");
    }
    try (ProgressLine progress = new ProgressLine(console.err(), from);
        TraceReader trace = TraceArgument.open(from, null, lenient.getValue(), limits, console)) {
      boolean withLocations = !(boolean) noLocations.getValue();
      destination.write(trace, withLocations, console, progress);
      if (trace.dropped() > 0) {
        console.complain(from + ": " + trace.dropped() + " malformed events or parts left out");
      }
    }
    return Console.FINE;
  }
}
