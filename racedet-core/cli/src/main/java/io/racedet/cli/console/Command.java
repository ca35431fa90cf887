package io.racedet.cli.console;

import java.io.IOException;

/** A command whose options have been parsed. */
@FunctionalInterface
public interface Command {
  /**
   * Runs the command; returns the exit status.
   *
   * @throws IOException if a file cannot be read or written; its message is shown to the user
   */
  int run() throws IOException;
}
