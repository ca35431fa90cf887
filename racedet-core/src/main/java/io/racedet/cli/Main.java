package io.racedet.cli;

import java.io.InputStream;
import java.io.PrintStream;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Starts the command line. */
public final class Main {
  private Main() {}

  /**
   * Runs a command and exits with its status: 0 when all is well, 1 when races were found or a
   * trace is not valid, 2 on a wrong usage or input that cannot be read.
   *
   * @param args the command and its arguments
   */
  public static void main(String[] args) {
    System.exit(run(args, Console.system()));
  }

  /** Runs a command; returns the exit status. */
  static int run(String[] args, InputStream in, PrintStream out, PrintStream err) {
    return run(args, new Console(in, out, err));
  }

  private static int run(String[] args, Console console) {
    CommandLine line = new CommandLine(new Racedet());
    Verb chosen = args.length == 0 ? null : Verb.named(args[0]);
    if (chosen != null) {
      // Reading the annotations of one command takes long enough, at the start of a process.
      line.addSubcommand(chosen.command(console));
    } else {
      for (Verb verb : Verb.values()) {
        line.addSubcommand(verb.command(console));
      }
    }
    line.setOut(console.outWriter());
    line.setErr(console.errWriter());
    line.setParameterExceptionHandler((e, unused) -> usage(e));
    line.setExecutionExceptionHandler((e, unused, result) -> failure(e, console));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    int status = line.execute(args);
    console.flush();
    return status;
  }

  private static int usage(ParameterException e) {
    CommandLine command = e.getCommandLine();
    command.getErr().println("racedet: " + e.getMessage());
    command.getErr().println("Try 'racedet " + path(command) + "--help'.");
    command.getErr().flush();
    return Console.UNREADABLE;
  }

  private static String path(CommandLine command) {
    return command.getParent() == null ? "" : command.getCommandName() + ' ';
  }

  /** What is wrong with a file or a value is said in a line; anything else is our own mistake. */
  private static int failure(Exception e, Console console) throws Exception {
    if (!Console.isOfUser(e)) {
      throw e;
    }
    console.complain(Console.message(e));
    return Console.UNREADABLE;
  }
}
