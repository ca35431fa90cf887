package io.racedet.samples.demonstration;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.RaceFoundError;
import io.racedet.report.GoneRace;
import io.racedet.report.RunReport;
import io.racedet.report.Standing.State;
import io.racedet.report.json.JsonReport;
import io.racedet.samples.launch.Outcome;
import io.racedet.samples.launch.TestRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds of a project that keeps its known races, each with another seed. */
class KnownRacesTest {
  private static final String RUN = "racedet.run";

  @TempDir private Path work;
  private String before;

  @BeforeEach
  void rememberTheRun() {
    before = System.getProperty(RUN);
  }

  @AfterEach
  void restoreTheProperties() {
    System.clearProperty(AccountToMend.MENDED);
    if (before == null) {
      System.clearProperty(RUN);
    } else {
      System.setProperty(RUN, before);
    }
  }

  /** A build: to racedet, a run with a name of its own. */
  private Outcome build(Class<?> test, String method, long run, Map<String, String> more) {
    System.setProperty(RUN, "build " + run);
    Map<String, String> parameters = new HashMap<>(Map.of("racedet.repetitions", "2000"));
    parameters.putAll(more);
    parameters.put("racedet.seed", Long.toString(run));
    parameters.put("racedet.output", work.resolve("out").toString());
    return TestRun.of(test, method, parameters);
  }

  private Outcome gated(long run) {
    Path known = work.resolve("known.json");
    return build(
        AccountToMend.class,
        "deposits",
        run,
        Map.of("racedet.known", known.toString(), "racedet.gate", "new"));
  }

  private RunReport report() throws IOException {
    try (InputStream in = Files.newInputStream(work.resolve("out").resolve("races.json"))) {
      return JsonReport.read(in);
    }
  }

  @Test
  void gate_failsANewRace_letsAKnownOnePass_andReportsAMendedOneAsGone() throws IOException {
    Outcome racy = gated(1);
    assertThat(racy.thrown()).containsInstanceOf(RaceFoundError.class);
    assertThat(racy.thrown().orElseThrow())
        .hasMessageContaining("new: no earlier run has shown it");
    assertThat(report().races())
        .extracting(race -> race.standing().state())
        .containsOnly(State.NEW);

    Outcome known = gated(2);
    assertThat(known.thrown()).isEmpty();
    assertThat(report().races())
        .extracting(race -> race.standing().state())
        .containsOnly(State.KNOWN);
    assertThat(Files.readString(work.resolve("out").resolve("races.md"))).contains("**KNOWN**");

    System.setProperty(AccountToMend.MENDED, "true");
    Outcome mended = gated(3);
    assertThat(mended.thrown()).isEmpty();
    assertThat(report().races()).isEmpty();
    assertThat(report().gone())
        .extracting(GoneRace::race)
        .isNotEmpty()
        .allMatch(race -> race.text().contains("AccountToMend.balance"));
    assertThat(Files.readString(work.resolve("out").resolve("report.html"))).contains("GONE");
  }

  private static int repetitions(Outcome outcome) {
    assertThat(outcome.thrown()).containsInstanceOf(RaceFoundError.class);
    return Integer.parseInt(outcome.facts().get("racedet.repetitions"));
  }

  /** How many of some builds found the race in their first three repetitions. */
  private long foundAtOnce(int builds) {
    List<Integer> first = new ArrayList<>();
    List<Integer> next = new ArrayList<>();
    for (int i = 0; i < builds; i++) {
      Path file = work.resolve("rare-" + i + ".json");
      Map<String, String> known = Map.of("racedet.known", file.toString());
      first.add(repetitions(build(RareRace.class, "counts", 100 + i, known)));
      next.add(repetitions(build(RareRace.class, "counts", 1000 + i, known)));
    }
    System.out.println("repetitions until the race, without a known file: " + first);
    System.out.println("and in the next builds: " + next);
    return next.stream().filter(count -> count <= 3).count();
  }

  /* Without a file, the first schedule is NONE. */
  @Test
  void nextBuild_beginsWithTheScheduleThatHasShownTheRace() {
    Map<String, String> known = Map.of("racedet.known", work.resolve("one.json").toString());
    Map<String, String> walk = new HashMap<>(known);
    walk.put("racedet.schedule", "RANDOM_WALK, TARGETED");
    repetitions(build(RareRace.class, "counts", 1, walk));

    Map<String, String> once = new HashMap<>(known);
    once.put("racedet.repetitions", "1");
    assertThat(build(RareRace.class, "counts", 2, once).facts().get("racedet.schedules"))
        .isIn("{RANDOM_WALK=1}", "{TARGETED=1}");
    once.put("racedet.known", work.resolve("other.json").toString());
    assertThat(build(RareRace.class, "counts", 3, once).facts().get("racedet.schedules"))
        .isEqualTo("{NONE=1}");
  }

  /** A schedule comes again in most repetitions, not in all: the operating system has a say. */
  @Test
  @Tag("soak")
  void raceThatWasHardToFind_isFoundAtOnceInNineOfTenBuilds() {
    assertThat(foundAtOnce(40)).isGreaterThanOrEqualTo(36);
  }
}
