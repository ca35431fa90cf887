package io.racedet.cli.analyze;

import io.racedet.TraceAnalysis;
import io.racedet.cli.console.CommandOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** The options that request proofs of races. */
final class WitnessOptions {
  private final CommandSpec spec;
  private final OptionSpec witness =
      CommandOptions.flag(
          "--witness",
          "Search for a proof of each race that is not observed: a reordering of the trace that makes"
              + " the accesses adjacent (WITNESSED), or that there is none (REFUTED, not a race)."
              + " Races are listed as they are decided. Keeps the trace in memory.");
  private final OptionSpec budget =
      CommandOptions.number(
          "--budget",
          "N",
          Long.class,
          "How many events a search may examine before it gives up. Default: "
              + TraceAnalysis.WITNESS_BUDGET);
  private final OptionSpec refuted =
      CommandOptions.flag(
          "--refuted", "Also list the refuted candidates, and why they are not races.");

  WitnessOptions(CommandSpec spec) {
    this.spec = spec;
  }

  void addTo(CommandSpec command) {
    command.addOption(witness).addOption(budget).addOption(refuted);
  }

  /** Whether proofs are requested. */
  boolean areAsked() {
    return witness.getValue();
  }

  /** Whether refuted candidates are listed. */
  boolean listRefuted() {
    return refuted.getValue();
  }

  /** The budget of each search, 0 if none is requested. */
  long budget() {
    Long chosen = budget.getValue();
    boolean listsRefuted = refuted.getValue();
    if (!areAsked()) {
      if (chosen != null || listsRefuted) {
        throw wrongUsage((chosen != null ? "--budget" : "--refuted") + ": without --witness");
      }
      return 0;
    }
    if (chosen != null && chosen < 1) {
      throw wrongUsage("--budget: " + chosen + " (expected: from 1)");
    }
    return chosen == null ? TraceAnalysis.WITNESS_BUDGET : chosen;
  }

  private ParameterException wrongUsage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
