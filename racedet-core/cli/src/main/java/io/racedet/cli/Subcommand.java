package io.racedet.cli;

import io.racedet.cli.analyze.AnalyzeCommand;
import io.racedet.cli.analyze.ReportCommand;
import io.racedet.cli.console.Command;
import io.racedet.cli.console.CommandOptions;
import io.racedet.cli.console.Console;
import picocli.CommandLine.Model.CommandSpec;

/** The commands. A new one is one line here, and one in {@link #spec}. */
enum Subcommand {
  ANALYZE("analyze"),
  CONVERT("convert"),
  ENGINES("engines"),
  GENERATE("generate"),
  INFO("info"),
  REPORT("report"),
  VALIDATE("validate");

  private final String command;

  Subcommand(String command) {
    this.command = command;
  }

  /** The command with a name, or null. */
  static Subcommand named(String name) {
    for (Subcommand each : values()) {
      if (each.command.equals(name)) {
        return each;
      }
    }
    return null;
  }

  /** The specification of the command, which uses a console. */
  CommandSpec spec(Console console) {
    Command made =
        switch (this) {
          case ANALYZE -> new AnalyzeCommand(console);
          case CONVERT -> new ConvertCommand(console);
          case ENGINES -> new EnginesCommand(console);
          case GENERATE -> new GenerateCommand(console);
          case INFO -> new InfoCommand(console);
          case REPORT -> new ReportCommand(console);
          case VALIDATE -> new ValidateCommand(console);
        };
    CommandSpec spec = made.spec();
    spec.name(command).addOption(CommandOptions.help());
    spec.usageMessage().sortOptions(false);
    return spec;
  }
}
