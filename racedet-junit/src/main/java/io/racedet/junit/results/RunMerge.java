package io.racedet.junit.results;

import io.racedet.junit.baseline.BaselineLine;
import io.racedet.report.Finding;
import io.racedet.report.GoneRace;
import io.racedet.report.KnownRace;
import io.racedet.report.RaceKey;
import io.racedet.report.RunReport;
import io.racedet.report.TestRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Merges the results of all JVMs of a run into one report, and reports which are missing. */
final class RunMerge {
  private static final String QUIET =
      " was not found, although its locations were executed or no longer exist:"
          + " remove the line if it is fixed";
  private static final String OF_ACCESSOR =
      " is at a method access$ that the compiler has made, which accepts nothing any more: such"
          + " races are at the callers now, and each has a line of its own"
          + " (-Dracedet.baseline=write adds it)";

  private static final String OF_NUMBERED_OBJECTS =
      " has numbers of objects, which each run gives anew, so the line accepts nothing any more:"
          + " such a deadlock has a line with the methods now (-Dracedet.baseline=write adds it)";

  private final PartStore store;
  private final boolean newestOnly;
  private final Predicate<ProcessIdentity> isRunning;

  /**
   * @param newestOnly whether a later result of a test replaces an earlier one
   * @param isRunning whether more results of a JVM may come
   */
  RunMerge(PartStore store, boolean newestOnly, Predicate<ProcessIdentity> isRunning) {
    this.store = store;
    this.newestOnly = newestOnly;
    this.isRunning = isRunning;
  }

  /**
   * The merged results of a run.
   *
   * @param report the tests and races of all JVMs
   * @param stale a message for each accepted race that was not found; none while a JVM may still
   *     find it
   */
  record Merged(RunReport report, List<String> stale, boolean isOpen) {
    Merged with(RunReport other) {
      return new Merged(other, stale, isOpen);
    }
  }

  Merged merge() throws IOException {
    // Read before the parts: a JVM that finishes in between is reported as running, with all its
    // parts.
    List<PartStore.Unfinished> unfinished = store.unfinished();
    PartStore.Content content = store.read();
    Collection<PartFile.Part> parts = newestOnly ? newest(content.parts()) : content.parts();
    List<RunReport> reports = new ArrayList<>(parts.stream().map(PartFile.Part::report).toList());
    unfinished.stream()
        .filter(jvm -> !hasResult(jvm, content.parts()))
        .forEach(jvm -> jvm.found().report().ifPresent(reports::add));
    RunReport merged = RunReport.merge(reports);
    boolean isOpen = unfinished.stream().anyMatch(this::isRunning);
    List<String> stale = isOpen ? List.of() : stale(parts, keys(merged));
    List<String> warnings = new ArrayList<>(merged.warnings());
    warnings.addAll(content.damaged());
    unfinished.stream()
        .filter(jvm -> !jvm.found().damage().isEmpty() && !hasResult(jvm, content.parts()))
        .forEach(jvm -> warnings.add(damaged(jvm)));
    unfinished.stream()
        .filter(jvm -> !newestOnly || isRunning(jvm) || !hasResult(jvm, content.parts()))
        .forEach(jvm -> warnings.add(missing(jvm, hasResult(jvm, content.parts()))));
    warnings.addAll(stale);
    return new Merged(
        RunReport.of(merged.version(), merged.tests(), merged.findings(), warnings)
            .withGone(isOpen ? List.of() : gone(parts, keys(merged))),
        stale,
        isOpen);
  }

  /**
   * A daemon outlives builds whose JVMs were killed; the results of a later build replace the
   * missing ones.
   */
  private static boolean hasResult(PartStore.Unfinished jvm, List<PartFile.Part> parts) {
    return parts.stream()
        .filter(part -> part.written().compareTo(jvm.marker().since()) > 0)
        .flatMap(part -> part.report().tests().stream())
        .anyMatch(test -> test.name().equals(jvm.marker().test()) || jvm.marker().test().isEmpty());
  }

  /** Each part is the result of one test. */
  private static Collection<PartFile.Part> newest(List<PartFile.Part> parts) {
    Map<List<String>, PartFile.Part> byTest = new LinkedHashMap<>();
    parts.forEach(
        part -> byTest.put(part.report().tests().stream().map(TestRun::id).toList(), part));
    return byTest.values();
  }

  private boolean isRunning(PartStore.Unfinished jvm) {
    return isRunning.test(jvm.process());
  }

  private static String damaged(PartStore.Unfinished jvm) {
    return "what "
        + jvm.marker().test()
        + " had found so far cannot be read and is missing: "
        + jvm.found().damage();
  }

  private String missing(PartStore.Unfinished jvm, boolean hasResult) {
    if (isRunning(jvm)) {
      return "a JVM of this run was still running when this was written: its later results are missing";
    }
    boolean isLost = !jvm.marker().test().isEmpty() && !hasResult;
    String during = isLost ? " while it checked " + jvm.marker().test() : "";
    String found =
        isLost && jvm.found().report().isPresent()
            ? "except for what this one had found so far, "
            : "";
    return "a JVM of this run was killed or has exited"
        + during
        + ": "
        + found
        + "the results of the tests that it had not completed are missing";
  }

  private static Set<RaceKey> keys(RunReport merged) {
    return merged.findings().stream().map(Finding::key).collect(Collectors.toSet());
  }

  /** Known races that no test has found, and that each test has missed that had shown them. */
  private static List<GoneRace> gone(Collection<PartFile.Part> parts, Set<RaceKey> found) {
    Map<RaceKey, KnownRace> last = new LinkedHashMap<>();
    Map<RaceKey, Set<String>> expected = new HashMap<>();
    Map<RaceKey, Set<String>> missed = new HashMap<>();
    for (PartFile.Part part : parts) {
      for (KnownRace race : part.missed()) {
        last.put(race.key(), race);
        Set<String> of = expected.computeIfAbsent(race.key(), key -> new HashSet<>());
        race.tests().forEach(each -> of.add(each.test()));
        Set<String> by = missed.computeIfAbsent(race.key(), key -> new HashSet<>());
        part.report().tests().forEach(test -> by.add(test.id()));
      }
    }
    return last.values().stream()
        .filter(race -> !found.contains(race.key()))
        .filter(race -> missed.get(race.key()).containsAll(expected.get(race.key())))
        .map(race -> new GoneRace(race, List.of()))
        .toList();
  }

  private static List<String> stale(Collection<PartFile.Part> parts, Set<RaceKey> found) {
    Map<RaceKey, String> quiet = new LinkedHashMap<>();
    parts.forEach(part -> quiet.putAll(part.quiet()));
    List<String> stale = new ArrayList<>();
    quiet.forEach(
        (key, location) -> {
          if (!found.contains(key)) {
            stale.add(location + ": stale: the " + BaselineLine.subject(key) + why(key));
          }
        });
    return stale;
  }

  private static String why(RaceKey key) {
    if (BaselineLine.isOfNumberedObjects(key)) {
      return OF_NUMBERED_OBJECTS;
    }
    return isOfAccessor(key) ? OF_ACCESSOR : QUIET;
  }

  /* As baselines had them before such a race was told of as one of the accessor's callers. */
  private static boolean isOfAccessor(RaceKey key) {
    return key.kind() == RaceKey.Kind.RACE
        && key.locations().stream().anyMatch(location -> location.contains("#access$"));
  }
}
