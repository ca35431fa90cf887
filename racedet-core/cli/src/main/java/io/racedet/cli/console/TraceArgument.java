package io.racedet.cli.console;

import io.racedet.trace.TraceFile;
import io.racedet.trace.TraceFormat;
import io.racedet.trace.TraceLimits;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A trace named on the command line: a file, or {@code -} for a standard stream. */
public final class TraceArgument {
  public static final String STANDARD = "-";
  static final String AUTO = "auto";

  private TraceArgument() {}

  static boolean isStandard(String name) {
    return name.equals(STANDARD);
  }

  /** The format with a name, or null for {@value #AUTO}. */
  static TraceFormat format(String name) {
    return name == null || name.equals(AUTO) ? null : TraceFormat.named(name);
  }

  public static TraceReader open(
      String name, String format, boolean lenient, LimitOptions limits, Console console)
      throws IOException {
    TraceLimits most = limits.limits();
    if (isStandard(name)) {
      return TraceFile.open(console.in(), "standard input", format(format), lenient, most);
    }
    Path file = Path.of(name);
    if (Files.isDirectory(file)) {
      throw new IOException(name + ": is a directory (expected: a trace file)");
    }
    TraceReader trace = TraceFile.open(file, format(format), lenient, most);
    if (limits.isForced()) {
      tellLength(name, trace, limits, console);
    }
    return trace;
  }

  /** Says that a trace is longer than what is taken without --force. */
  private static void tellLength(
      String name, TraceReader trace, LimitOptions limits, Console console) throws IOException {
    long events = trace.statedEvents();
    long usual = limits.unforcedEvents();
    if (events > usual) {
      console.complain(
          name + ": " + events + " events, more than " + usual + "; goes on, as --force demands");
    }
  }
}
