package io.racedet.junit.results;

import io.racedet.report.RaceKey;
import io.racedet.report.ReportedRace;
import io.racedet.report.RunReport;
import io.racedet.report.TestRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes one report of what the JVMs of a run have left, and says what is missing in it. */
final class RunMerge {
  private final PartStore store;
  private final boolean newestOnly;

  /**
   * @param newestOnly whether a later result of a test replaces an earlier one
   */
  RunMerge(PartStore store, boolean newestOnly) {
    this.store = store;
    this.newestOnly = newestOnly;
  }

  /**
   * The whole of a run.
   *
   * @param report the tests and races of all JVMs
   * @param stale accepted races that were not found, a sentence each; none while a JVM may still
   *     find them
   * @param isOpen whether a JVM is still at work
   */
  record Merged(RunReport report, List<String> stale, boolean isOpen) {}

  Merged merge() throws IOException {
    // Before the parts: who ends in between has its parts in, and is said to be at work.
    List<PartStore.Unfinished> unfinished = store.unfinished();
    PartStore.Content content = store.read();
    Collection<PartStore.Part> parts = newestOnly ? newest(content.parts()) : content.parts();
    RunReport merged = RunReport.merge(parts.stream().map(PartStore.Part::report).toList());
    boolean isOpen = unfinished.stream().anyMatch(jvm -> jvm.process().isAlive());
    List<String> stale = isOpen ? List.of() : stale(parts, merged);
    List<String> warnings = new ArrayList<>(merged.warnings());
    warnings.addAll(content.damaged());
    unfinished.stream()
        .filter(jvm -> !newestOnly || jvm.process().isAlive() || !hasResult(jvm, content.parts()))
        .forEach(jvm -> warnings.add(missing(jvm)));
    warnings.addAll(stale);
    return new Merged(
        new RunReport(merged.version(), merged.tests(), merged.races(), warnings), stale, isOpen);
  }

  /** A daemon outlives the builds in which JVMs are killed; a later build makes up for it. */
  private static boolean hasResult(PartStore.Unfinished jvm, List<PartStore.Part> parts) {
    return parts.stream()
        .filter(part -> part.written().compareTo(jvm.since()) > 0)
        .flatMap(part -> part.report().tests().stream())
        .anyMatch(test -> test.name().equals(jvm.test()) || jvm.test().isEmpty());
  }

  /** Each part is that of one test. */
  private static Collection<PartStore.Part> newest(List<PartStore.Part> parts) {
    Map<List<String>, PartStore.Part> byTest = new LinkedHashMap<>();
    parts.forEach(
        part -> byTest.put(part.report().tests().stream().map(TestRun::id).toList(), part));
    return byTest.values();
  }

  private static String missing(PartStore.Unfinished jvm) {
    String during = jvm.test().isEmpty() ? "" : " while it checked " + jvm.test();
    return jvm.process().isAlive()
        ? "a JVM of this run was still at work when this was written: what it found later is missing"
        : "a JVM of this run was killed"
            + during
            + ": the results of what it had still to check are missing";
  }

  private static List<String> stale(Collection<PartStore.Part> parts, RunReport merged) {
    Set<RaceKey> found = new HashSet<>();
    merged.races().stream().map(ReportedRace::key).forEach(found::add);
    Map<RaceKey, String> quiet = new LinkedHashMap<>();
    parts.forEach(part -> quiet.putAll(part.quiet()));
    List<String> stale = new ArrayList<>();
    quiet.forEach(
        (key, place) -> {
          if (!found.contains(key)) {
            stale.add(
                place
                    + ": stale: the race on "
                    + key.variable()
                    + " was not found, though its places were executed or are gone:"
                    + " remove the line if the race is mended");
          }
        });
    return stale;
  }
}
