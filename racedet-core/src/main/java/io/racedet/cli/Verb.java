package io.racedet.cli;

import java.util.concurrent.Callable;
import java.util.function.Function;

/** The commands. A new one is one line here. */
enum Verb {
  ANALYZE("analyze", AnalyzeCommand::new),
  CONVERT("convert", ConvertCommand::new),
  ENGINES("engines", EnginesCommand::new),
  GENERATE("generate", GenerateCommand::new),
  INFO("info", InfoCommand::new),
  VALIDATE("validate", ValidateCommand::new);

  private final String verb;
  private final Function<Console, Callable<Integer>> factory;

  Verb(String verb, Function<Console, Callable<Integer>> factory) {
    this.verb = verb;
    this.factory = factory;
  }

  /** The command of a name, or null. */
  static Verb named(String name) {
    for (Verb each : values()) {
      if (each.verb.equals(name)) {
        return each;
      }
    }
    return null;
  }

  Callable<Integer> command(Console console) {
    return factory.apply(console);
  }
}
