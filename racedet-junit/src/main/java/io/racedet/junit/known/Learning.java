package io.racedet.junit.known;

import io.racedet.report.KnownRace;
import io.racedet.report.KnownRace.Again;
import io.racedet.report.KnownRace.ByTest;
import io.racedet.report.KnownRaces;
import io.racedet.report.RaceKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one test adds to the entries of the file of known races.
 *
 * @param found what it has shown, as entries of this run and test only
 * @param missed the keys of what it had shown before, but has not although it came to its end
 */
record Learning(String test, String run, List<KnownRace> found, Collection<RaceKey> missed) {
  /** After so many runs without it in a row, a test is no longer expected to show a race. */
  static final int MAX_MISSED = 5;

  /** How many seeds of an entry are kept. */
  static final int MAX_SEEDS = 5;

  KnownRaces addTo(KnownRaces before) {
    Map<RaceKey, KnownRace> entries = new LinkedHashMap<>();
    before.races().forEach(entry -> entries.put(entry.key(), entry));
    found.forEach(entry -> entries.merge(entry.key(), entry, this::both));
    for (RaceKey key : missed) {
      entries.computeIfPresent(key, (same, entry) -> withoutShowing(entry));
    }
    return new KnownRaces(List.copyOf(entries.values()));
  }

  private KnownRace both(KnownRace known, KnownRace now) {
    boolean isFirst = now.decisive() && !known.decisive();
    Again before = known.again();
    Again after = now.again();
    boolean isBetter = !after.replayFile().isEmpty() || before.replayFile().isEmpty();
    boolean keepsReplay = after.replay().isEmpty() || !isBetter && !before.replay().isEmpty();
    Again replay = keepsReplay ? before : after;
    return new KnownRace(
        known.key(),
        now.conflict(),
        now.text(),
        now.grade().isAtLeast(known.grade()) ? now.grade() : known.grade(),
        known.decisive() || now.decisive(),
        now.places(),
        new KnownRace.Seen(
            known.seen().firstSeen(),
            now.seen().lastSeen(),
            isFirst ? run : known.seen().firstRun()),
        shown(known.tests()),
        new Again(seeds(known, now), replay.replay(), replay.replayFile()));
  }

  private List<ByTest> shown(List<ByTest> before) {
    List<ByTest> tests = new ArrayList<>(before);
    tests.removeIf(each -> each.test().equals(test));
    tests.add(new ByTest(test, 0, run));
    return tests;
  }

  private static List<String> seeds(KnownRace known, KnownRace now) {
    Set<String> seeds = new LinkedHashSet<>(now.again().seeds());
    seeds.addAll(known.again().seeds());
    return seeds.stream().limit(MAX_SEEDS).toList();
  }

  /* A run is counted once: the blocks of a class are one test. Null if no test shows it any more. */
  private KnownRace withoutShowing(KnownRace entry) {
    List<ByTest> tests = new ArrayList<>();
    for (ByTest each : entry.tests()) {
      boolean isCounted = each.test().equals(test) && !each.run().equals(run);
      ByTest now = isCounted ? new ByTest(test, each.missed() + 1, run) : each;
      if (now.missed() < MAX_MISSED) {
        tests.add(now);
      }
    }
    return tests.isEmpty() ? null : entry.withTests(tests);
  }
}
