package io.racedet.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * A line on standard error that says how far long work is: from two seconds on, twice a second, and
 * only on a terminal.
 */
final class ProgressLine implements LongConsumer {
  private static final long FIRST_NANOS = 2_000_000_000L;
  private static final long STEP_NANOS = 500_000_000L;
  private static final String ERASE = "\r\u001b[K";

  private final PrintStream err;
  private final String what;
  private final long start = System.nanoTime();
  private long next = FIRST_NANOS;
  private boolean shown;

  ProgressLine(PrintStream err, String what) {
    this.err = err;
    this.what = what;
  }

  @Override
  public void accept(long events) {
    long elapsed = System.nanoTime() - start;
    if (elapsed < next) {
      return;
    }
    if (!shown && !isTerminal()) {
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

  /** Takes the line away. */
  void erase() {
    if (shown) {
      err.print(ERASE);
      err.flush();
    }
  }

  /* Java tells only whether standard input and output are terminals. */
  private static boolean isTerminal() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) { // another operating system
      return System.console() != null && System.getenv("TERM") != null;
    }
  }
}
