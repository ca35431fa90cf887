package io.racedet.cli.console;

import java.io.IOException;
import picocli.CommandLine.Model.CommandSpec;

/** A command: its options, and what it does when they have been parsed. */
public abstract class Command {
  protected final Console console;
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  protected Command(Console console) {
    this.console = console;
  }

  /** Its options, to which a command adds its own when it is made. */
  public final CommandSpec spec() {
    return spec;
  }

  /**
   * Runs the command; returns the exit status.
   *
   * @throws IOException if a file cannot be read or written; its message is shown to the user
   * @throws UsageException if options contradict each other
   */
  public abstract int run() throws IOException;
}
