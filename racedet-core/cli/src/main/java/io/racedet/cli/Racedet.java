package io.racedet.cli;

import io.racedet.cli.console.Command;
import io.racedet.cli.console.Console;
import io.racedet.cli.console.ToolVersion;
import io.racedet.cli.console.UsageException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The top-level command. */
final class Racedet extends Command {
  static final String NAME = "racedet";

  Racedet(Console console) {
    super(console);
    CommandSpec spec = spec();
    for (Subcommand subcommand : Subcommand.values()) {
      CommandSpec command = subcommand.spec(console);
      spec.addSubcommand(command.name(), command);
    }
    spec.name(NAME)
        .versionProvider(Racedet::version)
        .addOption(
            OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .type(boolean.class)
                .description("Print this help; after a command, the help of the command.")
                .build())
        .addOption(
            OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .type(boolean.class)
                .description("Print the version.")
                .build());
    spec.usageMessage()
        .description(
            "Finds data races in recorded executions (traces).",
            "",
            "A trace is a file of events, one for each access to a variable and each"
                + " synchronisation of a thread: as text ('std', one event a line:"
                + " thread|op(operand)|location) or binary ('rdt', 'slp'). Files named .gz are"
                + " compressed. '-' is standard input or output.",
            "")
        .synopsisSubcommandLabel("COMMAND")
        .footer(
            "",
            "First steps:",
            "  racedet generate --events 100000 --racy 100 trace.rdt",
            "  racedet analyze trace.rdt",
            "  racedet analyze -e fasttrack -e pwr-ee-l --output tsv trace.rdt",
            "Here, racedet stands for: java -jar racedet-cli-VERSION-all.jar",
            "",
            "Exit status: 0 success, 1 races found or a trace is not valid, 2 wrong usage or input"
                + " that cannot be read (takes precedence over 1).");
  }

  @Override
  public int run() {
    throw new UsageException(
        "no command (expected: one of " + String.join(", ", spec().subcommands().keySet()) + ")");
  }

  private static String[] version() {
    String version = ToolVersion.get();
    return new String[] {NAME + ' ' + (version.isEmpty() ? "(not from a jar)" : version)};
  }
}
