package io.racedet.junit.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.junit.BodyThread;
import io.racedet.junit.FailOn;
import io.racedet.junit.RaceFree;
import io.racedet.junit.Schedule;
import io.racedet.junit.baseline.BaselineSource;
import io.racedet.junit.known.Gate;
import io.racedet.junit.known.KnownSource;
import io.racedet.race.Grade;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsReaderTest {
  private static final long FRESH = 77;

  private static Options read(Settings... sources) {
    return new OptionsReader(List.of(sources), () -> FRESH).read();
  }

  private static Settings parameters(Map<String, String> values) {
    return Settings.of(values, "configuration parameter racedet.");
  }

  private static Settings annotationOf(Class<?> annotated) {
    return Settings.of(annotated.getAnnotation(RaceFree.class), "@RaceFree on It");
  }

  @RaceFree
  static class Unset {}

  @RaceFree(
      repetitions = 7,
      timeLimit = "500ms",
      hangAfter = "1m",
      schedule = {Schedule.PRIORITY, Schedule.NONE},
      seed = 42,
      engines = "fasttrack",
      failOn = FailOn.OBSERVED,
      instrument = {"com.acme", "org.acme:util"},
      exclude = "com.acme.Generated",
      maxEvents = 1000,
      memory = 32,
      spill = 64,
      thread = BodyThread.SAME)
  static class AllSet {}

  @RaceFree(enabled = false)
  static class Disabled {}

  @Test
  void nothingSet_defaults() {
    assertThat(read(annotationOf(Unset.class), parameters(Map.of())))
        .isEqualTo(
            new Options(
                true,
                100,
                Duration.ofSeconds(2),
                Duration.ofSeconds(10),
                true,
                true,
                true,
                true,
                new Plan.Rotation(List.of(Schedule.values()), FRESH),
                List.of("fasttrack", "pwr-ee-l"),
                Grade.WITNESSED,
                List.of(),
                List.of(),
                Options.UNLIMITED,
                256,
                4096,
                BodyThread.OWN,
                Path.of("target/racedet"),
                BaselineSource.DEFAULT,
                KnownSource.UNUSED));
  }

  @Test
  void annotation_winsOverParameters() {
    Settings others =
        parameters(
            Map.of(
                "repetitions",
                "1",
                "timeLimit",
                "1s",
                "hangAfter",
                "1s",
                "schedule",
                "NOISE",
                "seed",
                "1",
                "engines",
                "x",
                "failOn",
                "PREDICTED",
                "instrument",
                "y",
                "maxEvents",
                "1",
                "thread",
                "OWN"));
    assertThat(read(annotationOf(AllSet.class), others))
        .isEqualTo(
            new Options(
                true,
                7,
                Duration.ofMillis(500),
                Duration.ofMinutes(1),
                true,
                true,
                true,
                true,
                new Plan.Rotation(List.of(Schedule.PRIORITY, Schedule.NONE), 42),
                List.of("fasttrack"),
                Grade.OBSERVED,
                List.of("com.acme", "org.acme:util"),
                List.of("com.acme.Generated"),
                1000,
                32,
                64,
                BodyThread.SAME,
                Path.of("target/racedet"),
                BaselineSource.DEFAULT,
                KnownSource.UNUSED));
  }

  @Test
  void unsetAttribute_takenFromParameter() {
    Options options =
        read(
            annotationOf(Unset.class),
            parameters(Map.of("repetitions", "5", "thread", "same", "output", "out")));
    assertThat(options.repetitions()).isEqualTo(5);
    assertThat(options.thread()).isEqualTo(BodyThread.SAME);
    assertThat(options.output()).isEqualTo(Path.of("out"));
  }

  @Test
  void anySource_canSwitchOff() {
    assertThat(read(annotationOf(Disabled.class), parameters(Map.of())).enabled()).isFalse();
    assertThat(read(annotationOf(Unset.class), parameters(Map.of("enabled", "false"))).enabled())
        .isFalse();
    assertThat(read(annotationOf(Disabled.class), parameters(Map.of("enabled", "true"))).enabled())
        .isFalse();
  }

  @Test
  void replay_winsOverAnnotation_andFixesScheduleAndSeed() {
    Options options = read(annotationOf(AllSet.class), parameters(Map.of("seed", "noise:4711")));
    assertThat(options.plan().seed()).isEqualTo("NOISE:4711");
    assertThat(IntStream.range(0, 3).mapToObj(options.plan()::repetition))
        .containsOnly(new SeededSchedule(Schedule.NOISE, 4711));
  }

  @Test
  void rotation_usesAllSchedules_withDifferentSeeds_reproducibly() {
    Plan plan = read(parameters(Map.of("seed", "5"))).plan();
    List<SeededSchedule> all = IntStream.range(0, 6).mapToObj(plan::repetition).toList();
    assertThat(all).extracting(SeededSchedule::seed).doesNotHaveDuplicates();
    assertThat(all.subList(0, 3))
        .extracting(SeededSchedule::schedule)
        .containsExactly(Schedule.NONE, Schedule.NOISE, Schedule.INSTRUCTION);
    Plan again = read(parameters(Map.of("seed", "5"))).plan();
    assertThat(IntStream.range(0, 6).mapToObj(again::repetition)).isEqualTo(all);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "repetitions|0|a whole number of at least 1",
        "repetitions|many|a whole number of at least 1",
        "repetitions|99999999999|a whole number of at least 1",
        "timeLimit|2|a duration such as 500ms, 2s or 1m",
        "timeLimit|0s|a duration such as 500ms, 2s or 1m",
        "hangAfter|-1s|a duration such as 500ms, 10s or 1m",
        "schedule|NONE, CHAOS|one or more of NONE, NOISE, INSTRUCTION, PRIORITY, PARTIAL_ORDER,"
            + " RANDOM_WALK, TARGETED",
        "schedule|''|one or more of NONE, NOISE, INSTRUCTION, PRIORITY, PARTIAL_ORDER,"
            + " RANDOM_WALK, TARGETED",
        "seed|NOISY:1|a whole number, or SCHEDULE:number to replay",
        "engines|''|one or more names of engines",
        "failOn|CERTAIN|PREDICTED, OBSERVED, WITNESSED or CONFIRMED",
        "failOn|REFUTED|PREDICTED, OBSERVED, WITNESSED or CONFIRMED",
        "instrument|com/acme|packages, classes or group:artifact",
        "exclude|a:b:c|packages, classes or group:artifact",
        "maxEvents|0|a whole number of at least 1",
        "memory|0|mebibytes, from 1 to 1073741824",
        "spill|1073741825|mebibytes, from 1 to 1073741824",
        "thread|MINE|OWN or SAME",
        "enabled|maybe|true or false",
        "gate|some|all or new",
        "known|read:|a file, read, read:FILE, or off",
      })
  void badValue_messageNamesSourceAttributeValueAndExpectation(
      String attribute, String value, String expected) {
    assertThatThrownBy(() -> read(parameters(Map.of(attribute, value))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "configuration parameter racedet.%s = %s (expected: %s)", attribute, value, expected);
  }

  private static KnownSource known(Map<String, String> values) {
    return read(parameters(values)).known();
  }

  /** This module has no such file: nothing would be written. */
  @Test
  void knownRaces_areNotKept_unlessASettingAsksForThem() {
    assertThat(known(Map.of())).isEqualTo(KnownSource.UNUSED);
    assertThat(known(Map.of("gate", "all"))).isEqualTo(KnownSource.UNUSED);
    assertThat(known(Map.of("gate", "new")))
        .isEqualTo(new KnownSource(Optional.of(KnownSource.DEFAULT_FILE), true, Gate.NEW));
  }

  @Test
  void knownRaces_areOfTheFileThatIsNamed() {
    Optional<Path> file = Optional.of(Path.of("ci/known.json"));
    assertThat(known(Map.of("known", "ci/known.json")))
        .isEqualTo(new KnownSource(file, true, Gate.ALL));
    assertThat(known(Map.of("known", "read:ci/known.json", "gate", "NEW")))
        .isEqualTo(new KnownSource(file, false, Gate.NEW));
    assertThat(known(Map.of("known", "read")))
        .isEqualTo(new KnownSource(Optional.of(KnownSource.DEFAULT_FILE), false, Gate.ALL));
    assertThat(known(Map.of("known", "off", "gate", "new")))
        .isEqualTo(new KnownSource(Optional.empty(), false, Gate.NEW));
  }

  @RaceFree(repetitions = -3)
  static class Bad {}

  @Test
  void badAttribute_messageNamesAnnotation() {
    assertThatThrownBy(() -> read(annotationOf(Bad.class)))
        .hasMessage("@RaceFree on It: repetitions = -3 (expected: a whole number of at least 1)");
  }
}
