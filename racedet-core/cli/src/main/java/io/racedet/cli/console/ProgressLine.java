package io.racedet.cli.console;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * A line on standard error that shows the progress of a long operation: after two seconds, twice a
 * second, and only on a terminal.
 */
public final class ProgressLine implements LongConsumer, AutoCloseable {
  private static final long FIRST_NANOS = 2_000_000_000L;
  private static final long STEP_NANOS = 500_000_000L;
  private static final String ERASE = "\r\u001b[K";

  private final PrintStream err;
  private final String what;
  private final LongSupplier nanos;
  private final BooleanSupplier isTerminal;
  private final long start;
  private long next = FIRST_NANOS;
  private boolean shown;

  public ProgressLine(PrintStream err, String what) {
    this(err, what, System::nanoTime, ProgressLine::isTerminal);
  }

  /** With a given clock and terminal check. */
  ProgressLine(PrintStream err, String what, LongSupplier nanos, BooleanSupplier isTerminal) {
    this.err = err;
    this.what = what;
    this.nanos = nanos;
    this.isTerminal = isTerminal;
    start = nanos.getAsLong();
  }

  @Override
  public void accept(long events) {
    long elapsed = nanos.getAsLong() - start;
    if (elapsed < next) {
      return;
    }
    if (!shown && !isTerminal.getAsBoolean()) {
      next = Long.MAX_VALUE;
      return;
    }
    shown = true;
    next = elapsed + STEP_NANOS;
    err.print(
        ERASE
            + what
            + ": "
            + events / 1_000_000
            + " M events in "
            + elapsed / STEP_NANOS / 2
            + " s");
    err.flush();
  }

  /** Erases the line. */
  @Override
  public void close() {
    if (shown) {
      err.print(ERASE);
      err.flush();
    }
  }

  /* Java can only tell whether standard input and output are terminals. */
  private static boolean isTerminal() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) { // another operating system
      return isTerminal(System.console());
    }
  }

  /* Since JDK 22 there may be a console without a terminal; Console.isTerminal tells. */
  private static boolean isTerminal(java.io.Console console) {
    if (console == null || Runtime.version().feature() < 22) {
      return console != null;
    }
    try {
      return (boolean) java.io.Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("java.io.Console.isTerminal", e);
    }
  }
}
