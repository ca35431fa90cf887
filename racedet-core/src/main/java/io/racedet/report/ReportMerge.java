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
  private static final Comparator<Standing> NEWEST_FIRST =
      Comparator.comparing(Standing::state, Comparator.reverseOrder());
  private static final Comparator<ReportedRace> BY_LOCATION =
      Comparator.comparing(ReportedRace::standing, NEWEST_FIRST)
          .thenComparing(race -> race.variable().className())
          .thenComparing(race -> race.variable().key())
          .thenComparing(race -> race.key().first())
          .thenComparing(race -> race.key().second());

  private final Map<String, TestRun> tests = new LinkedHashMap<>();
  private final Map<RaceKey, ReportedRace> races = new LinkedHashMap<>();
  private final Map<RaceKey, ReportedDeadlock> deadlocks = new LinkedHashMap<>();
  private final Map<RaceKey, GoneRace> gone = new LinkedHashMap<>();
  private final Set<String> versions = new LinkedHashSet<>();
  private final Set<String> warnings = new LinkedHashSet<>();

  ReportMerge(List<RunReport> parts) {
    for (RunReport part : parts) {
      part.tests().forEach(test -> tests.merge(test.id(), test, ReportMerge::both));
      part.races().forEach(race -> races.merge(race.key(), race, ReportMerge::both));
      part.deadlocks().forEach(found -> deadlocks.merge(found.key(), found, ReportMerge::both));
      part.gone().forEach(each -> gone.merge(each.race().key(), each, ReportMerge::both));
      versions.add(part.version());
      warnings.addAll(part.warnings());
    }
  }

  RunReport merged() {
    gone.keySet().removeAll(races.keySet());
    gone.keySet().removeAll(deadlocks.keySet());
    return new RunReport(
        String.join(", ", versions),
        sorted(tests.values(), Comparator.comparing(TestRun::id)),
        sorted(races.values(), BY_LOCATION),
        sorted(
            deadlocks.values(),
            Comparator.comparing(ReportedDeadlock::standing, NEWEST_FIRST)
                .thenComparing(found -> found.key().first())
                .thenComparing(found -> found.key().second())),
        sorted(
            gone.values(),
            Comparator.comparing((GoneRace each) -> each.race().variable())
                .thenComparing(each -> each.race().first())
                .thenComparing(each -> each.race().second())),
        List.copyOf(warnings));
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

  private static ReportedRace both(ReportedRace one, ReportedRace other) {
    ReportedRace better = one.grade().isAtLeast(other.grade()) ? one : other;
    return better
        .change()
        .pairs(one.pairs() + other.pairs())
        .sightings(union(one.sightings(), other.sightings()))
        .unlisted(one.unlisted() + other.unlisted())
        // One test may expect a race that makes another one fail.
        .acceptance(better.accept(), one.isAccepted() && other.isAccepted() ? one.accepted() : "")
        .standing(one.standing().and(other.standing()))
        .make();
  }

  private static ReportedDeadlock both(ReportedDeadlock one, ReportedDeadlock other) {
    ReportedDeadlock better = one.grade().isAtLeast(other.grade()) ? one : other;
    return new ReportedDeadlock(
        better.grade(),
        one.patterns() + other.patterns(),
        better.requests(),
        better.why(),
        better.remark(),
        better.witness(),
        union(one.sightings(), other.sightings()),
        better.replay(),
        better.accept(),
        one.isAccepted() && other.isAccepted() ? one.accepted() : "",
        one.standing().and(other.standing()));
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
