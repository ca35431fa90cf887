package io.racedet.cli;

import io.racedet.cli.console.StandardOutput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/**
 * The result of a command.
 *
 * @param status its exit status
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
public record CommandRun(int status, byte[] out, String err) {
  /** Runs a command without input. */
  public static CommandRun of(Object... args) {
    return withInput(new byte[0], args);
  }

  /** Runs a command with standard input. */
  public static CommandRun withInput(byte[] input, Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    return of(input, StandardOutput.printing(out), args, out::toByteArray);
  }

  private static CommandRun of(
      byte[] input, PrintStream out, Object[] args, Supplier<byte[]> written) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] words = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      words[i] = args[i].toString();
    }
    int status =
        Main.run(
            words,
            new ByteArrayInputStream(input),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new CommandRun(status, written.get(), err.toString(StandardCharsets.UTF_8));
  }

  /** Runs a command whose standard output fails with a message after a number of bytes. */
  public static CommandRun withOutputThatFails(int room, String message, Object... args) {
    OutputStream failing =
        new OutputStream() {
          private int left = room;

          @Override
          public void write(int b) throws IOException {
            if (left-- <= 0) {
              throw new IOException(message);
            }
          }
        };
    return of(new byte[0], StandardOutput.printing(failing), args, () -> new byte[0]);
  }

  public String text() {
    return new String(out, StandardCharsets.UTF_8);
  }

  public List<String> lines() {
    return text().lines().toList();
  }
}
