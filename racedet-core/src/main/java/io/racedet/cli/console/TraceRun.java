package io.racedet.cli.console;

import io.racedet.event.MalformedEventException;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Does a job on traces, one after another; one that cannot be read does not keep it from the
 * others.
 */
public final class TraceRun {
  private final CommandSpec spec;
  private final Console console;
  private final String[] files;
  private final OptionSpec format;
  private final OptionSpec lenient;
  private final AtomicLong violations;

  /**
   * Prepares for a job, and checks what is asked for before anything is written.
   *
   * @param violations counts the events of a trace that a lenient job leaves out
   */
  public TraceRun(
      CommandSpec spec,
      Console console,
      String[] files,
      OptionSpec format,
      OptionSpec lenient,
      AtomicLong violations) {
    this.spec = spec;
    this.console = console;
    this.files = files.clone();
    this.format = format;
    this.lenient = lenient;
    this.violations = violations;
    checkFormat();
    if (Collections.frequency(List.of(files), TraceArgument.STANDARD) > 1) {
      throw wrongUsage("FILE: - more than once (expected: once, it can be read once only)");
    }
  }

  /** Does the job; returns the exit status. */
  public int over(TraceJob job) throws IOException {
    int status = Console.FINE;
    for (String file : files) {
      try {
        violations.set(0);
        if (take(file, job) && status == Console.FINE) {
          status = Console.FOUND;
        }
      } catch (IOException | MalformedEventException e) {
        console.out().flush();
        console.complain(Console.message(e));
        job.failed(file, e);
        status = Console.UNREADABLE;
      }
    }
    job.end();
    return status;
  }

  private void checkFormat() {
    try {
      TraceArgument.format(format.getValue());
    } catch (IllegalArgumentException e) {
      throw wrongUsage(e.getMessage());
    }
  }

  private ParameterException wrongUsage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** Opens a trace as it is asked for. */
  public TraceReader open(String file) throws IOException {
    return TraceArgument.open(file, format.getValue(), lenient.getValue(), console);
  }

  /** Does the job on a file; returns whether there are races. */
  private boolean take(String file, TraceJob job) throws IOException {
    ProgressLine progress = new ProgressLine(console.err(), file);
    boolean found;
    long dropped;
    try (TraceReader trace = open(file)) {
      found = job.take(file, trace, progress);
      dropped = violations.get() + trace.dropped();
    } finally {
      progress.erase();
    }
    if (dropped > 0) {
      console.complain(file + ": " + dropped + " malformed events or parts left out");
    }
    return found;
  }
}
