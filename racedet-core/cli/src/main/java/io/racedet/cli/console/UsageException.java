package io.racedet.cli.console;

import java.util.function.Supplier;

/** Wrong usage of a command, beyond what picocli finds; the user is told how to get help. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }

  /** Takes a value of the command line; one that is refused is wrong usage. */
  public static <T> T checked(Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }
}
