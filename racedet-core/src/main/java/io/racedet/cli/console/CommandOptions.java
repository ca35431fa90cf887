package io.racedet.cli.console;

import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/*
 * Commands describe themselves by calls, not by annotations: reading annotations takes three times
 * as long as the rest of a process that analyses a small trace.
 */
/** Options and parameters that commands are made of. */
public final class CommandOptions {
  private CommandOptions() {}

  /** The option that prints a command's help. */
  public static OptionSpec help() {
    return OptionSpec.builder("-h", "--help")
        .usageHelp(true)
        .type(boolean.class)
        .description("Print this help.")
        .build();
  }

  /** An option that is there or not. */
  public static OptionSpec flag(String name, String description) {
    return OptionSpec.builder(name)
        .type(boolean.class)
        .initialValue(false)
        .description(description)
        .build();
  }

  /** An option with a text, null when it is not given. */
  public static OptionSpec text(String name, String label, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .type(String.class)
        .description(description)
        .build();
  }

  /** The option for the format of a trace that is read. */
  public static OptionSpec inputFormat() {
    return text(
        "--format",
        "FORMAT",
        "Format of the trace: auto, std, rdt or slp. Default: auto, by its first bytes.");
  }

  /** The option for the format of a trace that is written. */
  public static OptionSpec outputFormat() {
    return text(
        "--to",
        "FORMAT",
        "Format of OUT: std, rdt or slp. Default: by its extension (.std, .rdt, .slp, .std.gz,"
            + " .rdt.gz, .slp.gz).");
  }

  /** The option for reading on where something is malformed. */
  public static OptionSpec lenient() {
    return flag(
        "--lenient",
        "Leave out lines and events that are malformed, and what is torn or damaged, and say how"
            + " many. Otherwise they make a file unreadable.");
  }

  /** An option with a whole number. */
  public static OptionSpec number(String name, String label, Class<?> type, String description) {
    return OptionSpec.builder(name).paramLabel(label).type(type).description(description).build();
  }

  /** The parameter at a position, from 0. */
  public static PositionalParamSpec parameter(int index, String label, String description) {
    return PositionalParamSpec.builder()
        .index(String.valueOf(index))
        .arity("1")
        .required(true)
        .paramLabel(label)
        .type(String.class)
        .description(description)
        .build();
  }
}
