package io.racedet.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.FailOn;
import io.racedet.junit.RaceFree;
import io.racedet.junit.RaceFreeTest;
import io.racedet.race.Race;
import io.racedet.samples.SourceMarks.Mark;
import io.racedet.samples.launch.RaceCase;
import io.racedet.samples.launch.TestRun;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A racy subject and its clean counterpart, run as a test author would, without assertions. */
abstract class PairTest implements RaceCase {
  /** The races of one run need not cover every marked line; those of this many must. */
  private static final int ATTEMPTS = 20;

  /** How many repetitions one of these runs has. */
  private static final String FEW = "20";

  private final Class<? extends Subject> racy;
  private final Class<? extends Subject> clean;

  PairTest(Class<? extends Subject> racy, Class<? extends Subject> clean) {
    this.racy = racy;
    this.clean = clean;
  }

  /** The usual number of repetitions, even on a busy machine. */
  @Test
  @ExpectRace(with = @RaceFree(timeLimit = "300s"))
  void racy_underExpectRace_passes() throws Exception {
    run(racy);
  }

  @Test
  @ExpectRace(grade = FailOn.CONFIRMED, with = @RaceFree(repetitions = 1000, timeLimit = "300s"))
  void racy_drivenIntoItsRace_isConfirmed() throws Exception {
    run(racy);
  }

  @RaceFreeTest
  @Tag(RACY)
  void racy_underRaceFree_fails() throws Exception {
    run(racy);
  }

  @RaceFreeTest
  @Tag(CLEAN)
  void clean_underRaceFree_passes() throws Exception {
    run(clean);
  }

  /** With all that recordings leave out by default, and with none of it. */
  @ParameterizedTest
  @CsvSource({"true, true", "false, false"})
  void clean_inAFewRepetitions_passes(String solo, String filter) {
    TestRun.passes(getClass(), "clean_underRaceFree_passes", switches(solo, filter));
  }

  @ParameterizedTest
  @CsvSource({"true, true", "false, false"})
  void races_areThoseMarkedInTheSource(String solo, String filter) {
    assertMarkedRaces(switches(solo, filter));
  }

  @ParameterizedTest
  @CsvSource({"true, false", "false, true"})
  @Tag("soak")
  void races_withOneSwitchOff_areThoseMarkedInTheSource(String solo, String filter) {
    assertMarkedRaces(switches(solo, filter));
  }

  private static Map<String, String> switches(String solo, String filter) {
    return Map.of("racedet.solo", solo, "racedet.filter", filter);
  }

  private void assertMarkedRaces(Map<String, String> switches) {
    SourceMarks marks = new SourceMarks(racy);
    Set<Mark> allowed = new HashSet<>(marks.of("race"));
    allowed.addAll(marks.of("race, sometimes"));
    Set<Mark> reported = new HashSet<>();
    Map<String, String> settings = new HashMap<>(TestRun.UNCONFIRMED);
    settings.putAll(switches);
    settings.put("racedet.timeLimit", "300s");
    settings.put("racedet.repetitions", FEW);
    for (int i = 0; i < ATTEMPTS && !reported.containsAll(marks.of("race")); i++) {
      TestRun.of(getClass(), "racy_underRaceFree_fails", settings)
          .races()
          .forEach(race -> reported.addAll(marks.of(race)));
    }
    assertThat(allowed).containsAll(reported);
    assertThat(reported).containsAll(marks.of("race"));
  }

  @Test
  void cleanVariables_areUsedByTwoThreads() throws Exception {
    Set<String> stated = new SourceMarks(clean).variables("shared");
    assertThat(stated).isNotEmpty();
    assertThat(SharedVariables.of(clean, stated)).containsAll(stated);
  }

  @Test
  void clean_drivenIntoEachConflict_isNeverCaught() throws Exception {
    assertThat(ForcedMeetings.of(clean)).doesNotContainValue(true);
  }

  @Override
  public String title(String tag) {
    return (tag.equals(RACY) ? racy : clean).getSimpleName();
  }

  @Override
  public boolean isExpected(Race race) {
    return new SourceMarks(racy).variables("race").contains(race.variable());
  }

  private static void run(Class<? extends Subject> subject) throws Exception {
    subject.getConstructor().newInstance().run();
  }
}
