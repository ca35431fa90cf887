package io.racedet.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Merges several reports into one. */
final class ReportMerge {
  private static final Comparator<Finding> BY_LOCATION =
      Comparator.comparing((Finding each) -> each.standing().state(), Comparator.reverseOrder())
          .thenComparing(
              each -> each instanceof ReportedRace race ? race.variable().className() : "")
          .thenComparing(Finding::key);

  private final Map<String, TestRun> tests = new LinkedHashMap<>();
  private final Map<RaceKey, Finding> findings = new LinkedHashMap<>();
  private final Map<RaceKey, GoneRace> gone = new LinkedHashMap<>();
  private final Set<String> versions = new LinkedHashSet<>();
  private final Set<String> warnings = new LinkedHashSet<>();

  ReportMerge(List<RunReport> parts) {
    for (RunReport part : parts) {
      part.tests().forEach(test -> tests.merge(test.id(), test, ReportMerge::both));
      part.findings().forEach(found -> findings.merge(found.key(), found, ReportMerge::both));
      part.gone().forEach(each -> gone.merge(each.race().key(), each, ReportMerge::both));
      versions.add(part.version());
      warnings.addAll(part.warnings());
    }
  }

  RunReport merged() {
    gone.keySet().removeAll(findings.keySet());
    return RunReport.of(
            String.join(", ", versions),
            sorted(tests.values(), Comparator.comparing(TestRun::id)),
            sorted(findings.values(), BY_LOCATION),
            List.copyOf(warnings))
        .withGone(sorted(gone.values(), Comparator.comparing(each -> each.race().key())));
  }

  private static <T> List<T> sorted(Collection<T> values, Comparator<T> order) {
    return values.stream().sorted(order).toList();
  }

  private static TestRun both(TestRun one, TestRun other) {
    boolean isWorse = other.outcome().compareTo(one.outcome()) > 0;
    return new TestRun(
        one.id(),
        one.name(),
        one.className(),
        isWorse ? other.outcome() : one.outcome(),
        one.repetitions() + other.repetitions(),
        one.events() + other.events(),
        isWorse ? other.seed() : one.seed(),
        union(one.engines(), other.engines()),
        union(one.traces(), other.traces()),
        union(one.warnings(), other.warnings()),
        one.dropped() + other.dropped(),
        union(one.limits(), other.limits()));
  }

  private static Finding both(Finding one, Finding other) {
    Finding better = one.grade().isAtLeast(other.grade()) ? one : other;
    return better
        .counted(one.count() + other.count())
        .with(one.history().and(other.history(), better.history()));
  }

  private static GoneRace both(GoneRace one, GoneRace other) {
    return new GoneRace(one.race(), union(one.owners(), other.owners()));
  }

  private static <T> List<T> union(List<T> one, List<T> other) {
    Set<T> all = new LinkedHashSet<>(one);
    all.addAll(other);
    return new ArrayList<>(all);
  }
}
