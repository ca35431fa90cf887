package io.racedet.cli.console;

import io.racedet.trace.TraceFile;
import io.racedet.trace.TraceFormat;
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

  public static TraceReader open(String name, String format, boolean lenient, Console console)
      throws IOException {
    if (isStandard(name)) {
      return TraceFile.open(console.in(), "standard input", format(format), lenient);
    }
    Path file = Path.of(name);
    if (Files.isDirectory(file)) {
      throw new IOException(name + ": is a directory (expected: a trace file)");
    }
    return TraceFile.open(file, format(format), lenient);
  }
}
