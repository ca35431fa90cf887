package io.racedet.cli.console;

import java.io.IOException;

/** What a command does once its options are known. */
@FunctionalInterface
public interface Command {
  /**
   * Does it; returns the exit status.
   *
   * @throws IOException when a file cannot be read or written; its message is for the user
   */
  int run() throws IOException;
}
