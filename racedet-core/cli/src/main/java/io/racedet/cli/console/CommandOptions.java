package io.racedet.cli.console;

import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/*
 * Commands are defined by calls, not by annotations: reading annotations takes three times as long
 * as all the rest of the analysis of a small trace.
 */
/** Options and parameters that commands share. */
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

  /** An option without a value. */
  public static OptionSpec flag(String name, String description) {
    return OptionSpec.builder(name)
        .type(boolean.class)
        .initialValue(false)
        .description(description)
        .build();
  }

  /** An option with a text, which is null if the option is not given. */
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
        "Format of the trace: auto, std, rdt or slp. Default: auto, detected by the first bytes.");
  }

  /** The option for the format of a trace that is written. */
  public static OptionSpec outputFormat() {
    return text(
        "--to",
        "FORMAT",
        "Format of OUT: std, rdt or slp. Default: by its extension (.std, .rdt, .slp, .std.gz,"
            + " .rdt.gz, .slp.gz).");
  }

  /** The option to continue after malformed input. */
  public static OptionSpec lenient() {
    return flag(
        "--lenient",
        "Leave out malformed lines and events, and truncated or damaged parts of a file, and report"
            + " their number. Without this option, such a file is rejected.");
  }

  /** An option with a whole number. */
  public static OptionSpec number(String name, String label, Class<?> type, String description) {
    return OptionSpec.builder(name).paramLabel(label).type(type).description(description).build();
  }

  /** The number of an option, or another one if it is not given. */
  public static long or(OptionSpec option, long otherwise) {
    Number chosen = option.getValue();
    return chosen == null ? otherwise : chosen.longValue();
  }

  /**
   * The number of an option, or another one if it is not given.
   *
   * @param expected in words, that it is not less than the least one
   */
  public static long atLeast(long least, String expected, OptionSpec option, long otherwise) {
    long chosen = or(option, otherwise);
    if (chosen < least) {
      throw new UsageException(
          option.longestName() + ": " + chosen + " (expected: " + expected + ")");
    }
    return chosen;
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
