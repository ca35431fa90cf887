package io.racedet.junit.mutation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The outcomes of a run.
 *
 * @param failing programs that fail without a mutant, which have not been used
 * @param reasons for mutants that survive, by their keys
 */
record MutationReport(List<Outcome> outcomes, List<String> failing, Map<String, String> reasons) {
  List<Outcome> unexplained() {
    return outcomes.stream()
        .filter(Outcome::isSurvivor)
        .filter(outcome -> !reasons.containsKey(outcome.mutant().key()))
        .toList();
  }

  /** Mutants that are said to survive, but do not. */
  List<Outcome> stale() {
    return outcomes.stream()
        .filter(outcome -> !outcome.isSurvivor())
        .filter(outcome -> reasons.containsKey(outcome.mutant().key()))
        .toList();
  }

  private long count(Outcome.Status status) {
    return outcomes.stream().filter(outcome -> outcome.status() == status).count();
  }

  String text() {
    List<String> rows = new ArrayList<>();
    long lines = outcomes.stream().map(o -> o.mutant().number()).distinct().count();
    long tried = outcomes.stream().filter(Outcome::isTried).count();
    long seconds = outcomes.stream().mapToLong(Outcome::millis).sum() / 1000;
    rows.add(
        String.format(
            "JDK %d: %d lines, %d mutants, %d killed, %d survived (%d of them without a reason, %d"
                + " of no program); not counted: %d equivalent, %d invalid; %d s",
            Runtime.version().feature(),
            lines,
            tried,
            count(Outcome.Status.KILLED),
            tried - count(Outcome.Status.KILLED),
            unexplained().size(),
            count(Outcome.Status.UNCOVERED),
            count(Outcome.Status.EQUIVALENT),
            count(Outcome.Status.INVALID),
            seconds));
    failing.forEach(program -> rows.add("not used, fails: " + program));
    outcomes.stream().filter(Outcome::isSurvivor).map(this::row).forEach(rows::add);
    stale().forEach(outcome -> rows.add("STALE " + outcome.mutant() + " by " + outcome.killer()));
    return rows.stream().collect(Collectors.joining("\n"));
  }

  private String row(Outcome outcome) {
    String reason = reasons.get(outcome.mutant().key());
    return outcome.status() + " " + outcome.mutant() + (reason == null ? "" : " because " + reason);
  }
}
