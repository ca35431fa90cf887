package io.racedet.cli.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** The standard streams of a command. Output is UTF-8 and buffered. */
public record Console(InputStream in, PrintStream out, PrintStream err) {
  /** Exit status: no race, a valid trace. */
  public static final int FINE = 0;

  /** Exit status: races, or a trace that is not valid. */
  public static final int FOUND = 1;

  /** Exit status: wrong usage, input that cannot be read, or an error of racedet itself. */
  public static final int UNREADABLE = 2;

  public static Console system() {
    return new Console(
        System.in,
        StandardOutput.printing(new FileOutputStream(FileDescriptor.out)),
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
  }

  /** Prints an error in one line on standard error. */
  public void complain(String message) {
    err.println("racedet: " + message.replace('\n', ' ').replace('\r', ' '));
  }

  /** The message of an exception for the user. */
  public static String message(Exception e) {
    if (e instanceof NoSuchFileException missing) {
      return missing.getFile() + ": no such file";
    }
    if (e instanceof AccessDeniedException denied) {
      return denied.getFile() + ": permission denied";
    }
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }
}
