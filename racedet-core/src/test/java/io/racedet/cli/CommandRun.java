package io.racedet.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a command did.
 *
 * @param status its exit status
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
record CommandRun(int status, byte[] out, String err) {
  /** Runs a command without input. */
  static CommandRun of(Object... args) {
    return withInput(new byte[0], args);
  }

  /** Runs a command with standard input. */
  static CommandRun withInput(byte[] input, Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] words = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      words[i] = args[i].toString();
    }
    int status =
        Main.run(
            words,
            new ByteArrayInputStream(input),
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new CommandRun(status, out.toByteArray(), err.toString(StandardCharsets.UTF_8));
  }

  String text() {
    return new String(out, StandardCharsets.UTF_8);
  }

  List<String> lines() {
    return text().lines().toList();
  }
}
