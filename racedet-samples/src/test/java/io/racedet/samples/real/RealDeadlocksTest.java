package io.racedet.samples.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.DeadlockFoundError;
import io.racedet.junit.RaceFoundError;
import io.racedet.race.Deadlock;
import io.racedet.race.Grade;
import io.racedet.samples.launch.Outcome;
import io.racedet.samples.launch.TestRun;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deadlocks of released libraries are found and confirmed, and mended versions are silent. */
@ResourceLock(Resources.GLOBAL)
class RealDeadlocksTest {
  private static final Map<String, String> PATIENT = Map.of("racedet.timeLimit", "60s");
  private static final Map<String, String> LONG = Map.of("racedet.timeLimit", "10s");

  /** In how many runs in a row a deadlock may come by itself, so that nothing is predicted. */
  private static final int MAX_OBSERVED = 10;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dbcp65",
        "dbcp270",
        "log4j41214",
        "log4jShutdown",
        "derby764",
        "derby5447",
        "derby5560"
      })
  void brokenVersion_isFoundAndConfirmed_inARunWithoutADeadlock(String name) {
    List<Grade> grades = grades(name);
    for (int run = 1; run < MAX_OBSERVED && grades.contains(Grade.OBSERVED); run++) {
      grades = grades(name);
    }
    assertThat(grades).isNotEmpty().containsOnly(Grade.CONFIRMED);
  }

  private static List<Grade> grades(String name) {
    DeadlockedLibrariesTest.isFirst = true;
    Outcome outcome = TestRun.of(DeadlockedLibrariesTest.class, name + "_broken", PATIENT);
    Throwable thrown = outcome.thrown().orElseThrow();
    assertThat(thrown).isInstanceOf(DeadlockFoundError.class);
    return ((DeadlockFoundError) thrown).deadlocks().stream().map(Deadlock::grade).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"dbcp65", "dbcp270"})
  void fixedVersion_hasNone(String name) {
    Map<String, String> settings = new HashMap<>(TestRun.UNCONFIRMED);
    settings.putAll(LONG);
    settings.put("racedet.repetitions", "10");
    checkFixed(name, settings);
  }

  @Tag("soak")
  @ParameterizedTest
  @ValueSource(strings = {"dbcp65", "dbcp270"})
  void fixedVersion_hasNone_inManyRepetitions(String name) {
    checkFixed(name, LONG);
  }

  private static void checkFixed(String name, Map<String, String> settings) {
    DeadlockedLibrariesTest.isFirst = true;
    Outcome outcome = TestRun.of(DeadlockedLibrariesTest.class, name + "_fixed", settings);
    outcome.thrown().ifPresent(RealDeadlocksTest::checkRacesOnly);
  }

  /* A mended version may be mended of the deadlock only. */
  private static void checkRacesOnly(Throwable thrown) {
    assertThat(thrown).isInstanceOf(RaceFoundError.class);
    assertThat(deadlocks(thrown)).isEmpty();
  }

  private static Stream<DeadlockFoundError> deadlocks(Throwable thrown) {
    return Stream.concat(Stream.of(thrown), Stream.of(thrown.getSuppressed()))
        .filter(DeadlockFoundError.class::isInstance)
        .map(DeadlockFoundError.class::cast);
  }
}
