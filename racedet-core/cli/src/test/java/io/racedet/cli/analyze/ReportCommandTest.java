package io.racedet.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.cli.CommandRun;
import io.racedet.race.Grade;
import io.racedet.race.Witness;
import io.racedet.report.Outcome;
import io.racedet.report.ReportedRace;
import io.racedet.report.RunReport;
import io.racedet.report.Section;
import io.racedet.report.TestRun;
import io.racedet.report.json.JsonReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportCommandTest {
  /** Ordered by the lock in this trace; the worker may acquire it first. */
  private static final String SHOP =
      """
      main|fork(worker)|
      main|w(order.total)|Shop.java:2
      main|acq(cart)|Shop.java:3
      main|rel(cart)|Shop.java:4
      worker|acq(cart)|Shop.java:6
      worker|rel(cart)|Shop.java:7
      worker|r(order.total)|Shop.java:8
      """;

  @TempDir private Path folder;
  private Path trace;
  private Path json;

  @BeforeEach
  void write() throws IOException {
    trace = Files.writeString(folder.resolve("shop.std"), SHOP);
    json = folder.resolve("races.json");
  }

  private RunReport report() throws IOException {
    try (InputStream in = Files.newInputStream(json)) {
      return JsonReport.read(in);
    }
  }

  @Test
  void race_isReported_withItsTimelineAndWitness() throws IOException {
    CommandRun run = CommandRun.of("report", trace, "--json", json);

    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isEqualTo(1);
    assertThat(report().tests()).hasSize(1);
    TestRun test = report().tests().get(0);
    assertThat(test.name()).isEqualTo("shop.std");
    assertThat(test.outcome()).isEqualTo(Outcome.RACES);
    assertThat(test.events()).isEqualTo(7);
    assertThat(test.engines()).containsExactly("fasttrack", "pwr-ee-l");
    assertThat(report().races()).hasSize(1);
    ReportedRace race = report().races().get(0);
    assertThat(race.grade()).isEqualTo(Grade.WITNESSED);
    assertThat(race.variable().className()).isEqualTo("order");
    assertThat(race.first().site().location()).isEqualTo("Shop.java:2");
    assertThat(race.second().site().location()).isEqualTo("Shop.java:8");
    assertThat(race.timeline().steps())
        .extracting(Witness.Step::event)
        .containsExactly(
            "fork(worker)",
            "w(order.total)",
            "acq(cart)",
            "rel(cart)",
            "acq(cart)",
            "rel(cart)",
            "r(order.total)");
    assertThat(race.timeline().sections())
        .containsExactly(
            new Section("main", "cart", false, 3, 4), new Section("worker", "cart", false, 5, 6));
    assertThat(race.evidence().witness().steps())
        .extracting(Witness.Step::index)
        .containsExactly(5L, 6L);
    assertThat(race.history().replay()).isEqualTo("racedet analyze --explain 2,7 shop.std");
  }

  @Test
  void allFiles_areWritten_andQuoteSources_withoutAPathOfTheMachine() throws IOException {
    Path source = Files.createDirectories(folder.resolve("src/com/acme")).resolve("Shop.java");
    Files.writeString(source, "class Shop {\n  total = sum();\n}\n");
    Path html = folder.resolve("report.html");
    Path sarif = folder.resolve("races.sarif");

    CommandRun run =
        CommandRun.of(
            "report",
            trace,
            "--html",
            html,
            "--sarif",
            sarif,
            "--json",
            json,
            "--sources",
            folder.resolve("src"));

    assertThat(run.err()).isEmpty();
    assertThat(Files.readString(html)).contains("total = sum();");
    assertThat(Files.readString(sarif)).contains("\"uri\":\"com/acme/Shop.java\"");
    for (Path file : new Path[] {html, sarif, json}) {
      assertThat(Files.readString(file))
          .doesNotContain(folder.toString(), System.getProperty("user.home"));
    }
  }

  @ParameterizedTest
  @CsvSource({"shop.rdt", "shop.slp", "shop.std.gz"})
  void trace_inAnyFormat_givesTheSameRaces(String other) throws IOException {
    CommandRun.of("report", trace, "--json", json);
    RunReport expected = report();
    Path converted = folder.resolve(other);
    CommandRun.of("convert", trace, converted);

    CommandRun.of("report", converted, "--json", json);

    assertThat(report().races().get(0).timeline()).isEqualTo(expected.races().get(0).timeline());
    assertThat(report().races().get(0).evidence().witness())
        .isEqualTo(expected.races().get(0).evidence().witness());
    assertThat(report().races().get(0).key()).isEqualTo(expected.races().get(0).key());
  }

  @Test
  void raceOfTwoTraces_isReportedOnce_withBoth() throws IOException {
    Path second = Files.createDirectories(folder.resolve("other")).resolve("shop.std");
    Files.writeString(second, SHOP);

    CommandRun.of("report", trace, second, "--json", json);

    assertThat(report().races()).hasSize(1);
    assertThat(report().races().get(0).history().sightings())
        .extracting(sighting -> sighting.test())
        .containsExactly("shop.std", "shop.std (2)");
  }

  @Test
  void traceThatCannotBeRead_isMissedInTheReport_whichHasTheOthers() throws IOException {
    Path torn = Files.writeString(folder.resolve("torn.std"), "main|w(x)|1\nnonsense\n");

    CommandRun run = CommandRun.of("report", torn, trace, "--json", json);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("torn.std: line 2");
    assertThat(report().races()).hasSize(1);
    assertThat(report().warnings())
        .containsExactly(
            "torn.std could not be read completely: its races and deadlocks are missing");
  }

  @Test
  void lenient_reportsWhatIsWhole_andSaysWhatIsNot() throws IOException {
    Files.writeString(trace, SHOP + "worker|rel(cart)|Shop.java:9\n");

    CommandRun run = CommandRun.of("report", trace, "--lenient", "--json", json);

    assertThat(run.err())
        .isEqualTo("racedet: " + trace + ": 1 malformed events or parts left out\n");
    assertThat(report().races()).hasSize(1);
    assertThat(report().tests().get(0).warnings())
        .containsExactly("1 events were not well-formed and were left out");
  }

  @Test
  void traceWithoutARace_isFine() throws IOException {
    Files.writeString(trace, "main|w(x)|A:1\n");

    assertThat(CommandRun.of("report", trace, "--json", json).status()).isZero();
    assertThat(report().tests().get(0).outcome()).isEqualTo(Outcome.PASSED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          report TRACE                               | no output (expected: --html, --json or --sarif)
          report - --html x                          | TRACE: - (expected: a file, which is read twice)
          report TRACE --html x -e all               | -e: all (expected: engines by their names)
          report TRACE --html x --budget -1          | --budget: -1 (expected: not negative)
          report TRACE --html x --sources nowhere    | --sources: nowhere: no such directory
          report TRACE --html nowhere/x.html         | nowhere: no such directory
          """)
  void wrongUsage_isExplained(String words, String message) {
    Object[] args = words.replace("TRACE", trace.toString()).split(" +");

    CommandRun run = CommandRun.of(args);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains(message);
  }
}
