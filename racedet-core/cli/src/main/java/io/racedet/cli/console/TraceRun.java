package io.racedet.cli.console;

import io.racedet.event.MalformedEventException;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Runs a job on traces, one after another. If a trace cannot be read, the run continues with the
 * next one. Its arguments are checked before anything is written.
 *
 * @param violations counts the events of the current trace that a lenient job leaves out
 */
public record TraceRun(
    Console console,
    List<String> files,
    OptionSpec format,
    OptionSpec lenient,
    LimitOptions limits,
    AtomicLong violations) {
  public TraceRun {
    UsageException.checked(() -> TraceArgument.format(format.getValue()));
    limits.limits();
    if (Collections.frequency(files, TraceArgument.STANDARD) > 1) {
      throw new UsageException(
          "FILE: - more than once (expected: at most once, as it can be read only once)");
    }
  }

  /** Runs a job on all traces; returns the exit status. */
  public int over(TraceJob job) throws IOException {
    int status = Console.FINE;
    for (String file : files) {
      try {
        violations.set(0);
        status = Math.max(status, take(file, job));
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

  /** Opens a trace with the options of the command. */
  public TraceReader open(String file) throws IOException {
    return TraceArgument.open(file, format.getValue(), lenient.getValue(), limits, console);
  }

  /** Runs the job on a file; returns the exit status. */
  private int take(String file, TraceJob job) throws IOException {
    int status;
    long dropped;
    try (ProgressLine progress = new ProgressLine(console.err(), file);
        TraceReader trace = open(file)) {
      status = job.take(file, trace, progress);
      dropped = violations.get() + trace.dropped();
    }
    if (dropped > 0) {
      console.complain(file + ": " + dropped + " malformed events or parts left out");
    }
    return status;
  }
}
