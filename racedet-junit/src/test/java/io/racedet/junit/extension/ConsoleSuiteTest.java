package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceIgnore;
import io.racedet.report.Outcome;
import io.racedet.report.RunReport;
import io.racedet.report.TestRun;
import io.racedet.report.json.JsonReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All tests of a module are checked because of one system property, in a JVM of its own. */
class ConsoleSuiteTest {
  @Test
  void oneSystemProperty_isEnough(@TempDir Path reports) throws Exception {
    List<Path> releases = ConsoleRun.releases();
    checkOneSystemProperty(releases.get(releases.size() - 1), reports);
  }

  @Test
  @Tag("soak")
  void oneSystemProperty_ofTheOldestRelease_isEnough(@TempDir Path reports) throws Exception {
    checkOneSystemProperty(ConsoleRun.releases().get(0), reports);
  }

  private static void checkOneSystemProperty(Path release, Path reports) throws Exception {
    ConsoleRun run =
        ConsoleRun.of(
            release,
            reports,
            List.of(
                "-Dracedet.auto=true",
                "-Dracedet.timeLimit=100ms",
                "-Dracedet.gates=new",
                "-Dracedet.output=" + reports.resolve("out")),
            ConsoleTestCases.class);
    assertThat(run.outcomes())
        .as(run.output())
        .isEqualTo(
            Map.of(
                "racy()",
                "io.racedet.junit.RaceFoundError",
                "nothing()",
                "passed",
                "leftOut()",
                "passed"));
    assertThat(run.output())
        .containsOnlyOnce(" checked, ")
        .containsOnlyOnce("racedet: racedet.gates has no effect")
        .containsPattern(
            "racedet: 1 test checked, 1 left out by @RaceIgnore, 1 with one thread only;"
                + " 2 repetitions, [1-9][0-9,]* events; races: [12] ");
    RunReport report = report(reports);
    assertThat(report.tests())
        .extracting(TestRun::outcome)
        .containsExactlyInAnyOrder(Outcome.RACES, Outcome.ONE_THREAD, Outcome.IGNORED);
    assertThat(report.races()).isNotEmpty();
    assertThat(Files.readString(reports.resolve("out/report.html")))
        .contains("ConsoleTestCases.racy()")
        .doesNotContain("nothing()", "leftOut");
  }

  private static RunReport report(Path folder) throws IOException {
    try (InputStream in = Files.newInputStream(folder.resolve("out/races.json"))) {
      return JsonReport.read(in);
    }
  }

  @Test
  void testsThatTheExtensionDoesNotSee_areCounted(@TempDir Path folder) throws Exception {
    ConsoleRun run =
        ConsoleRun.of(
            ConsoleRun.releases().get(0),
            folder,
            List.of(
                "-Dracedet.auto=true",
                "-Djunit.jupiter.extensions.autodetection.enabled=false",
                "-Dracedet.output=" + folder.resolve("out")),
            ConsoleTestCases.class);
    assertThat(run.output())
        .contains(
            "racedet: 0 tests checked, 3 not seen (switched off, or run by another engine);"
                + " 0 repetitions, 0 events; races: none");
    assertThat(report(folder).tests())
        .hasSize(3)
        .allMatch(test -> test.outcome() == Outcome.NOT_SEEN)
        .extracting(TestRun::name)
        .contains("racy()");
  }

  static class ConsoleTestCases {
    @Test
    void racy() {
      Account account = new Account();
      RaceCheck.inParallel(account::deposit, account::deposit);
    }

    @Test
    void nothing() {}

    @Test
    @RaceIgnore(reason = "slow")
    void leftOut() {}
  }
}
