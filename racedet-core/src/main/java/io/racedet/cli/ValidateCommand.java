package io.racedet.cli;

import io.racedet.MalformedEventException;
import io.racedet.TraceAnalysis;
import io.racedet.trace.TraceFormatException;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks a trace against every rule of well-formedness. */
@Command(
    name = "validate",
    sortOptions = false,
    description = {
      "Checks that a trace is one that an execution can have: locks exclude each other, threads live"
          + " between their fork and their join, releases follow acquires.",
      "",
      "Prints each event that cannot stand where it does, with what was expected; such an event is"
          + " passed over. What cannot be read at all ends the check."
    },
    footer = {"", "Exit status: 0 valid, 1 not valid, 2 wrong usage or no such file."})
final class ValidateCommand implements Callable<Integer> {
  private static final int MOST_PRINTED = 100;

  private final Console console;
  private long violations;
  private long events;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = TraceArgument.AUTO,
      description = "Format of the file: auto, std or rdt. Default: auto, by its first bytes.")
  private String format;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help.")
  private boolean help;

  @Parameters(paramLabel = "FILE", description = "A trace; '-' is standard input.")
  private String file;

  ValidateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    ProgressLine progress = new ProgressLine(console.err(), file);
    TraceAnalysis check =
        TraceAnalysis.with()
            .lenient(true)
            .onViolation(this::violation)
            .onProgress(
                count -> {
                  events = count;
                  progress.accept(count);
                })
            .build();
    try (TraceReader trace = TraceArgument.open(file, format, false, console)) {
      check.run(trace);
    } catch (TraceFormatException e) {
      violations++;
      console.out().println(e.getMessage());
    } finally {
      progress.erase();
    }
    if (violations == 0) {
      console.out().println(file + ": valid, " + events + " events");
      return Console.FINE;
    }
    console.out().println(file + ": not valid, " + violations + " errors");
    return Console.FOUND;
  }

  private void violation(MalformedEventException violation) {
    violations++;
    if (violations <= MOST_PRINTED) {
      console.out().println(violation.getMessage());
    } else if (violations == MOST_PRINTED + 1) {
      console.out().println("further ones are counted only");
    }
  }
}
