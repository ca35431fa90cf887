package io.racedet.junit.gate;

import io.racedet.race.Grade;
import io.racedet.report.Frame;
import io.racedet.report.KnownRace;
import io.racedet.report.RaceKey;
import java.util.List;
import java.util.stream.Stream;

/** Entries of a file of known races, made up. */
public final class KnownEntries {
  private KnownEntries() {}

  /** The entry of a race on a field, as a run finds it in some tests. */
  public static KnownRace entry(String field, Grade grade, String run, String... tests) {
    RaceKey key = Parts.key(field);
    return new KnownRace(
        RaceKey.ofTexts(key.variable(), key.first(), key.second()),
        "write-write",
        "write-write race on Account." + field,
        grade,
        grade.isAtLeast(Grade.WITNESSED),
        List.of(new Frame("com.acme.Account", "deposit", "Account.java", 7)),
        new KnownRace.Seen("of " + run, "of " + run, run),
        Stream.of(tests).map(test -> new KnownRace.ByTest(test, 0, run)).toList(),
        new KnownRace.Again(List.of("NOISE:" + run.hashCode()), List.of(), ""));
  }
}
