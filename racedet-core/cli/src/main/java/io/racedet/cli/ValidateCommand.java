package io.racedet.cli;

import io.racedet.TraceAnalysis;
import io.racedet.cli.console.Command;
import io.racedet.cli.console.CommandOptions;
import io.racedet.cli.console.Console;
import io.racedet.cli.console.LimitOptions;
import io.racedet.cli.console.ProgressLine;
import io.racedet.cli.console.TraceArgument;
import io.racedet.trace.TraceFormatException;
import io.racedet.trace.TraceLimitException;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Checks whether a trace is well formed. */
final class ValidateCommand extends Command {
  private static final int MAX_PRINTED = 100;

  private final OptionSpec format = CommandOptions.inputFormat();
  private final LimitOptions limits = new LimitOptions();
  private final PositionalParamSpec file =
      CommandOptions.parameter(0, "FILE", "A trace; '-' is standard input.");
  private final List<String> unreadParts = new ArrayList<>(); // of the current block; the first
  private long moreUnread; // parts of the current block
  private long violations;
  private long events;

  ValidateCommand(Console console) {
    super(console);
    spec().addOption(format).addPositional(file);
    limits.addTo(spec());
    spec()
        .usageMessage()
        .description(
            "Checks whether a trace is one that an execution can have.",
            "",
            "Locks provide mutual exclusion, threads have events only between their fork and their"
                + " join, releases follow acquires. Prints each event that violates a rule, with"
                + " what was expected, and skips it; lines that cannot be read are skipped, too. A"
                + " block of an rdt or slp file that cannot be read ends the check.")
        .footer("", "Exit status: 0 valid, 1 not valid, 2 wrong usage or no such file.");
  }

  @Override
  public int run() throws IOException {
    String name = file.getValue();
    ProgressLine progress = new ProgressLine(console.err(), name);
    TraceAnalysis check =
        TraceAnalysis.with()
            .lenient(true)
            .onViolation(violation -> error(violation.getMessage()))
            .onProgress(
                count -> {
                  events = count;
                  printUnread();
                  progress.accept(count);
                })
            .build();
    try (TraceReader trace = TraceArgument.open(name, format.getValue(), true, limits, console)) {
      trace.onDropped(this::unread);
      check.run(trace);
    } catch (TraceLimitException e) {
      throw e; // the rest of the trace may be valid
    } catch (TraceFormatException e) {
      error(e.getMessage());
    } finally {
      progress.close();
    }
    printUnread();
    if (violations == 0) {
      console.out().println(name + ": valid: " + events + " events");
      return Console.FINE;
    }
    console.out().println(name + ": not valid: " + violations + " errors");
    return Console.FOUND;
  }

  /* A block can come after any number of lines that cannot be read. */
  private void unread(TraceFormatException part) {
    if (unreadParts.size() <= MAX_PRINTED) {
      unreadParts.add(part.getMessage());
    } else {
      moreUnread++;
    }
  }

  /* The reader is one block ahead of the check. */
  private void printUnread() {
    unreadParts.forEach(this::error);
    violations += moreUnread;
    unreadParts.clear();
    moreUnread = 0;
  }

  private void error(String message) {
    violations++;
    if (violations <= MAX_PRINTED) {
      console.out().println(message);
    } else if (violations == MAX_PRINTED + 1) {
      console.out().println("further errors are only counted");
    }
  }
}
