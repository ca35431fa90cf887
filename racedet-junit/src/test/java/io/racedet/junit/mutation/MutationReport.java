package io.racedet.junit.mutation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The outcomes of a run.
 *
 * @param failing programs that fail without a mutant, which have not been used
 * @param reasons for mutants that survive
 */
record MutationReport(List<Outcome> outcomes, List<String> failing, Survivors reasons) {
  List<Outcome> unexplained() {
    return outcomes.stream()
        .filter(Outcome::isSurvivor)
        .filter(outcome -> reasons.reasonOf(outcome) == null)
        .toList();
  }

  /** Rows with reasons that explain none of the mutants that were tried. */
  List<String> stale() {
    return reasons.stale(outcomes);
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
    perReason().forEach((reason, count) -> rows.add(count + " survived because " + reason));
    failing.forEach(program -> rows.add("not used, fails: " + program));
    outcomes.stream().filter(Outcome::isSurvivor).map(this::row).forEach(rows::add);
    stale().forEach(row -> rows.add("STALE " + row));
    return rows.stream().collect(Collectors.joining("\n"));
  }

  private Map<String, Long> perReason() {
    return outcomes.stream()
        .filter(Outcome::isSurvivor)
        .map(reasons::reasonOf)
        .filter(Objects::nonNull)
        .collect(Collectors.groupingBy(reason -> reason, TreeMap::new, Collectors.counting()));
  }

  private String row(Outcome outcome) {
    String reason = reasons.reasonOf(outcome);
    return outcome.status() + " " + outcome.mutant() + (reason == null ? "" : " because " + reason);
  }
}
