package io.racedet.cli;

import io.racedet.cli.console.Command;
import io.racedet.cli.console.Console;
import io.racedet.cli.console.StandardOutput;
import io.racedet.cli.console.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Starts the command line. */
public final class Main {
  private Main() {}

  /**
   * Runs a command and exits with its status: 0 for success, 1 if races were found or a trace is
   * not valid, 2 for wrong usage, input that cannot be read, or an error of racedet itself.
   */
  public static void main(String[] args) {
    System.exit(run(args, Console.system()));
  }

  /** Runs a command; returns the exit status. */
  static int run(String[] args, InputStream in, PrintStream out, PrintStream err) {
    return run(args, new Console(in, out, err));
  }

  /* If a command is named, the specifications of the other commands are not built. */
  private static int run(String[] args, Console console) {
    Subcommand subcommand = args.length == 0 ? null : Subcommand.named(args[0]);
    int status;
    if (subcommand == null) {
      status = guarded(new Racedet(console).spec(), args, console);
    } else {
      CommandSpec spec = subcommand.spec(console);
      spec.name(Racedet.NAME + ' ' + spec.name());
      status = guarded(spec, Arrays.copyOfRange(args, 1, args.length), console);
    }
    console.err().flush();
    return status;
  }

  /* The JVM exits with status 1 after an uncaught exception, which would mean that there are races. */
  private static int guarded(CommandSpec spec, String[] args, Console console) {
    try {
      int status = execute(spec, args, console);
      console.out().flush();
      return status;
    } catch (UncheckedIOException e) {
      if (!StandardOutput.isClosedPipe(e)) {
        console.complain("standard output: " + e.getCause().getMessage());
      }
    } catch (OutOfMemoryError e) {
      console.complain(
          "out of memory: " + e.getMessage() + " (expected: a larger heap, set by java -Xmx)");
    } catch (RuntimeException | Error e) {
      console.complain("internal error");
      e.printStackTrace(console.err());
    }
    return Console.UNREADABLE;
  }

  /* Not CommandLine.execute, which also sets up colours at some cost. */
  private static int execute(CommandSpec spec, String[] args, Console console) {
    CommandLine command =
        new CommandLine(spec).setExpandAtFiles(false); // file names may begin with @
    try {
      ParseResult parsed = command.parseArgs(args);
      if (parsed.isUsageHelpRequested()) {
        console.out().print(command.getUsageMessage(Ansi.OFF));
        return Console.FINE;
      }
      if (parsed.isVersionHelpRequested()) {
        command.printVersionHelp(console.out(), Ansi.OFF);
        return Console.FINE;
      }
      return ((Command) spec.userObject()).run();
    } catch (ParameterException | UsageException e) {
      console.complain(e.getMessage() + "; try '" + spec.qualifiedName() + " --help'");
    } catch (IOException | IllegalArgumentException e) {
      console.complain(Console.message(e));
    }
    return Console.UNREADABLE;
  }
}
