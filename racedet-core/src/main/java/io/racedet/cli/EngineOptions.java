package io.racedet.cli;

import io.racedet.engine.EngineLimits;
import io.racedet.engine.Engines;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** The options that choose engines and how much history they keep. */
final class EngineOptions {
  private static final String DEFAULT_ENGINE = "fasttrack";
  private static final String ALL = "all";

  private final CommandSpec spec;
  private final OptionSpec engine =
      OptionSpec.builder("-e", "--engine")
          .paramLabel("ENGINE")
          .type(String[].class)
          .splitRegex(",")
          .description(
              "Engine to run, may be repeated; 'racedet engines' lists them. '"
                  + ALL
                  + "' runs all of them and compares. Default: "
                  + DEFAULT_ENGINE
                  + ", with --explain "
                  + ALL)
          .build();
  private final OptionSpec edges =
      limit(
          "--edges",
          "Accesses that pwr-ee-l and shb-ee-l keep of the reads and of the writes of a variable"
              + " beyond those that are mutually unordered. Default: "
              + EngineLimits.DEFAULT.edges());
  private final OptionSpec sections =
      limit(
          "--sections",
          "Finished critical sections that pwr-ee-l and pwr-l keep for each thread of each lock."
              + " Default: "
              + EngineLimits.DEFAULT.sections());
  private final OptionSpec window =
      limit(
          "--window", "Events of a window of cp-window. Default: " + EngineLimits.DEFAULT.window());

  EngineOptions(CommandSpec spec) {
    this.spec = spec;
  }

  private static OptionSpec limit(String name, String description) {
    return CommandOptions.number(name, "N", Integer.class, description);
  }

  void addTo(CommandSpec command) {
    command.addOption(engine).addOption(edges).addOption(sections).addOption(window);
  }

  /** Whether all engines are asked for. */
  boolean isAll() {
    String[] chosen = engine.getValue();
    return chosen != null && List.of(chosen).contains(ALL);
  }

  /** The names of the engines that are asked for, each once. */
  List<String> engines(boolean allByDefault) {
    String[] chosen = engine.getValue();
    if (isAll() || chosen == null && allByDefault) {
      return Engines.names();
    }
    Set<String> once = new LinkedHashSet<>();
    Collections.addAll(once, chosen == null ? new String[] {DEFAULT_ENGINE} : chosen);
    try {
      once.forEach(Engines::named);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    return List.copyOf(once);
  }

  /** The limits that are asked for. */
  EngineLimits limits() {
    try {
      return new EngineLimits(
          or(edges, EngineLimits.DEFAULT.edges()),
          or(sections, EngineLimits.DEFAULT.sections()),
          or(window, EngineLimits.DEFAULT.window()));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
    }
  }

  private static int or(OptionSpec option, int otherwise) {
    Integer chosen = option.getValue();
    return chosen == null ? otherwise : chosen;
  }
}
