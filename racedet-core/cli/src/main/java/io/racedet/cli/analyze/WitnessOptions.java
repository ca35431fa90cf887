package io.racedet.cli.analyze;

import io.racedet.TraceAnalysis;
import io.racedet.cli.console.CommandOptions;
import io.racedet.cli.console.UsageException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that request proofs of races. */
final class WitnessOptions {
  private final OptionSpec witness =
      CommandOptions.flag(
          "--witness",
          "Search for a proof of each race that is not observed: a reordering of the trace that"
              + " makes the accesses adjacent (WITNESSED), or that there is none (REFUTED, not a"
              + " race)."
              + " Races are listed as they are decided. Keeps the trace in memory.");
  private final OptionSpec budget =
      CommandOptions.number(
          "--budget",
          "N",
          Long.class,
          "How many steps a search may take before it gives up. A step is an event that is"
              + " examined, or 8 bytes of its vector clock. Default: "
              + TraceAnalysis.WITNESS_BUDGET);
  private final OptionSpec total = total();
  private final OptionSpec refuted =
      CommandOptions.flag(
          "--refuted", "Also list the refuted candidates, and why they are no races or deadlocks.");
  private final OptionSpec verbose =
      CommandOptions.flag(
          "--verbose",
          "Also print on standard error how many pairs each step of the search has decided, and how"
              + " long it took.");

  /** The option that bounds all searches together. */
  static OptionSpec total() {
    return CommandOptions.number(
        "--total-budget",
        "N",
        Long.class,
        "How many steps all searches in a trace may take together. Default: "
            + TraceAnalysis.WITNESS_TOTAL);
  }

  void addTo(CommandSpec command) {
    command
        .addOption(witness)
        .addOption(budget)
        .addOption(total)
        .addOption(refuted)
        .addOption(verbose);
  }

  /** Whether proofs are requested. */
  boolean areAsked() {
    return witness.getValue();
  }

  /** Whether refuted candidates are listed. */
  boolean listRefuted() {
    return refuted.getValue();
  }

  /** Whether the costs of the steps are listed. */
  boolean listSteps() {
    return verbose.getValue();
  }

  /** Sets the budgets of an analysis: none if no proofs are requested. */
  TraceAnalysis.Builder configure(TraceAnalysis.Builder analysis) {
    if (areAsked()) {
      long steps = fromOne(budget, TraceAnalysis.WITNESS_BUDGET);
      return analysis.witnesses(steps, fromOne(total, TraceAnalysis.WITNESS_TOTAL));
    }
    for (OptionSpec option : List.of(budget, total)) {
      if (option.getValue() != null) {
        throw new UsageException(option.longestName() + ": without --witness");
      }
    }
    for (OptionSpec option : List.of(refuted, verbose)) {
      boolean isSet = option.getValue();
      if (isSet) {
        throw new UsageException(option.longestName() + ": without --witness");
      }
    }
    return analysis;
  }

  private static long fromOne(OptionSpec option, long otherwise) {
    return CommandOptions.atLeast(1, "from 1", option, otherwise);
  }
}
