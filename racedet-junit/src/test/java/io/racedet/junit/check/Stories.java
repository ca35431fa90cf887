package io.racedet.junit.check;

import io.racedet.junit.report.RaceStory;
import io.racedet.junit.report.Side;
import io.racedet.junit.report.Target;
import io.racedet.race.Access;
import io.racedet.race.Grade;
import io.racedet.race.Race;
import io.racedet.race.RaceKind;
import java.util.List;

/** Races for tests of what becomes of them. */
final class Stories {
  private Stories() {}

  static RaceStory story(String variable, Grade grade) {
    Access first = new Access(1, "T1", true, false, "A.java:1", List.of());
    Access second = new Access(2, "T2", false, false, "A.java:2", List.of());
    Race race = new Race("fasttrack", variable, RaceKind.WRITE_READ, grade, first, second, 1);
    return new RaceStory(
        race, variable, "", side(1, "T1", "write"), side(2, "T2", "read"), Target.NONE);
  }

  /** A race into which threads can be driven. */
  static RaceStory story(String variable, Grade grade, Target target) {
    RaceStory story = story(variable, grade);
    return new RaceStory(story.race(), variable, "", story.first(), story.second(), target);
  }

  private static Side side(int slot, String thread, String operation) {
    return new Side(slot, -1, thread, operation, List.of(), List.of(), "", "");
  }
}
