package io.racedet.cli.console;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/*
 * A PrintStream swallows an IOException and continues; so this stream throws an unchecked exception,
 * which propagates through it. A command whose output is no longer read then ends at once.
 */
/** An output stream whose failure ends the command. */
public final class StandardOutput extends OutputStream {
  private static final int BUFFER = 1 << 16;

  private final OutputStream out;

  private StandardOutput(OutputStream out) {
    this.out = out;
  }

  /** A buffered stream in UTF-8 that throws UncheckedIOException when it cannot be written. */
  public static PrintStream printing(OutputStream out) {
    return new PrintStream(
        new BufferedOutputStream(new StandardOutput(out), BUFFER), false, StandardCharsets.UTF_8);
  }

  /** Whether the reader of a pipe has closed it, as in {@code racedet ... | head}. */
  public static boolean isClosedPipe(UncheckedIOException e) {
    String message = e.getCause().getMessage();
    return message != null && message.toLowerCase(Locale.ROOT).contains("pipe");
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void flush() {
    try {
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
