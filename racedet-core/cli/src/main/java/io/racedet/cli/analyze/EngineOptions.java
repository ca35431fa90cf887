package io.racedet.cli.analyze;

import io.racedet.cli.console.CommandOptions;
import io.racedet.cli.console.UsageException;
import io.racedet.engine.EngineDefinition;
import io.racedet.engine.EngineLimits;
import io.racedet.engine.catalogue.Engines;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that select engines and limit their history. */
final class EngineOptions {
  static final String ALL = "all";

  private final String[] defaults;
  private final OptionSpec engine;
  private final OptionSpec edges =
      limit(
          "--edges",
          "How many reads, and how many writes, of each variable pwr-ee-l and shb-ee-l keep"
              + " beyond those that are mutually unordered. Default: "
              + EngineLimits.DEFAULT.edges());
  private final OptionSpec sections =
      limit(
          "--sections",
          "How many finished critical sections pwr-ee-l and pwr-l keep for each thread and lock."
              + " Default: "
              + EngineLimits.DEFAULT.sections());
  private final OptionSpec window =
      limit(
          "--window",
          "Events of a window of cp-window and syncp-window. Default: "
              + EngineLimits.DEFAULT.window());

  private final OptionSpec parallel =
      limit(
          "--parallel",
          "Segments of a trace on which slp-hb and slp-lockset work at the same time, instead of"
              + " compressing it. A trace that is a grammar already is analysed as one.");

  /**
   * Describes the options.
   *
   * @param more what the help adds about the selection of engines
   * @param defaults the engines that run if none is named
   */
  EngineOptions(String more, String... defaults) {
    this.defaults = defaults;
    engine =
        OptionSpec.builder("-e", "--engine")
            .paramLabel("ENGINE")
            .type(String[].class)
            .splitRegex(",")
            .description(
                "Engine to run, may be repeated; 'racedet engines' lists them. Default: "
                    + String.join(", ", defaults)
                    + more)
            .build();
  }

  private static OptionSpec limit(String name, String description) {
    return CommandOptions.number(name, "N", Integer.class, description);
  }

  void addTo(CommandSpec command) {
    command
        .addOption(engine)
        .addOption(edges)
        .addOption(sections)
        .addOption(window)
        .addOption(parallel);
  }

  /** Whether something is said that only concerns engines. */
  boolean areAsked() {
    return Stream.of(engine, edges, sections, window, parallel)
        .anyMatch(option -> option.getValue() != null);
  }

  /** Whether all engines are selected. */
  boolean isAll() {
    String[] chosen = engine.getValue();
    return chosen != null && List.of(chosen).contains(ALL);
  }

  /** The names of the selected engines, each once; not all engines can explain. */
  List<String> engines(boolean explains) {
    String[] chosen = engine.getValue();
    if (isAll() || chosen == null && explains) {
      return names(explains);
    }
    Set<String> once = new LinkedHashSet<>();
    Collections.addAll(once, chosen == null ? defaults : chosen);
    once.forEach(name -> check(name, explains));
    return List.copyOf(once);
  }

  private static List<String> names(boolean explaining) {
    return Engines.all().stream()
        .filter(engine -> !explaining || engine.explains())
        .map(EngineDefinition::name)
        .toList();
  }

  private static void check(String name, boolean explaining) {
    List<String> known = names(explaining);
    if (!known.contains(name)) {
      throw new UsageException(
          "engine: " + name + " (expected: one of " + String.join(", ", known) + ")");
    }
  }

  /** The selected limits. */
  EngineLimits limits() {
    try {
      return new EngineLimits(
          or(edges, EngineLimits.DEFAULT.edges()),
          or(sections, EngineLimits.DEFAULT.sections()),
          or(window, EngineLimits.DEFAULT.window()));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--" + e.getMessage());
    }
  }

  private static int or(OptionSpec option, int otherwise) {
    return (int) CommandOptions.or(option, otherwise);
  }

  /** On how many segments of a trace to work at the same time, 0 to compress it. */
  int workers() {
    return parallel.getValue() == null
        ? 0
        : (int) CommandOptions.atLeast(1, "at least 1", parallel, 0);
  }
}
