package io.racedet.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that has all others. */
@Command(
    name = "racedet",
    versionProvider = Racedet.Version.class,
    description = {
      "Finds data races in recorded executions (traces).",
      "",
      "A trace is a file of events, one for each access of a variable and each synchronisation of a"
          + " thread: as text ('std', one event a line: thread|op(operand)|location) or binary"
          + " ('rdt'). Files named .gz are compressed. '-' is standard input or output.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "First steps:",
      "  racedet generate --events 100000 --racy 100 trace.rdt",
      "  racedet analyze trace.rdt",
      "  racedet analyze -e fasttrack -e pwr-ee-l --output tsv trace.rdt",
      "",
      "Exit status: 0 all is well, 1 races found or a trace is not valid, 2 wrong usage or"
          + " input that cannot be read (beats 1)."
    })
final class Racedet implements Runnable {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help, or that of a command.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version.")
  private boolean version;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "no command (expected: one of " + verbs() + ")");
  }

  private String verbs() {
    return String.join(", ", spec.subcommands().keySet());
  }

  /** The version in the manifest of the jar. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = CommandLine.class.getPackage() == null ? null : implementationVersion();
      return new String[] {"racedet " + (version == null ? "(not from a jar)" : version)};
    }

    private static String implementationVersion() {
      return Racedet.class.getPackage().getImplementationVersion();
    }
  }
}
