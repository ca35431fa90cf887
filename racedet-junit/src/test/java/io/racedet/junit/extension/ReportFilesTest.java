package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.racedet.RaceReport;
import io.racedet.TraceAnalysis;
import io.racedet.junit.ExpectRace;
import io.racedet.junit.NotCheckedError;
import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFoundError;
import io.racedet.junit.RaceFree;
import io.racedet.junit.results.RunFolder;
import io.racedet.report.Outcome;
import io.racedet.report.ReportedRace;
import io.racedet.report.RunReport;
import io.racedet.report.TestRun;
import io.racedet.report.json.JsonReport;
import io.racedet.trace.TraceFile;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** The files that a run writes, and what it prints. */
class ReportFilesTest {
  @TempDir private Path directory;

  static class BankTestCases {
    private final Account account = new Account();

    @Test
    @RaceFree(timeLimit = "500ms")
    void racy() {
      RaceCheck.inParallel(account::deposit, account::deposit);
    }

    @Test
    @RaceFree(repetitions = 2, timeLimit = "300s")
    void clean() {
      RaceCheck.inParallel(account::depositSafely, account::depositSafely);
    }

    @Test
    @ExpectRace(on = "Account.balance", with = @RaceFree(repetitions = 20))
    void expected() {
      RaceCheck.inParallel(account::deposit, account::depositSafely);
    }

    @Test
    @RaceFree(instrument = "com.nowhere")
    void notChecked() {
      account.deposit();
    }
  }

  private RunReport json() throws IOException {
    try (InputStream in = Files.newInputStream(directory.resolve("out").resolve("races.json"))) {
      return JsonReport.read(in);
    }
  }

  @Test
  void run_leavesReportsAndTheFailingTrace_andSaysSoOnTheConsole() throws Exception {
    ConsoleRun run =
        ConsoleRun.of(
            ConsoleRun.releases().get(0),
            directory,
            List.of("-Dracedet.output=" + directory.resolve("out"), "-Dtest.secret=hunter2"),
            BankTestCases.class);
    RunReport report = json();
    Map<String, TestRun> tests =
        report.tests().stream()
            .collect(
                Collectors.toMap(test -> test.name().replaceAll(".*\\.", ""), Function.identity()));
    assertThat(tests.get("racy()").outcome()).as(run.output()).isEqualTo(Outcome.RACES);
    assertThat(tests.get("clean()").outcome()).isEqualTo(Outcome.PASSED);
    assertThat(tests.get("clean()").repetitions()).isEqualTo(2);
    assertThat(tests.get("clean()").traces()).isEmpty();
    assertThat(tests.get("expected()").outcome()).isEqualTo(Outcome.PASSED);
    assertThat(tests.get("notChecked()").outcome()).isEqualTo(Outcome.NOT_CHECKED);
    assertThat(report.warnings()).isEmpty();

    ReportedRace race =
        report.races().stream().filter(found -> !found.isAccepted()).findFirst().orElseThrow();
    assertThat(race.variable().key()).isEqualTo(Account.class.getName() + ".balance");
    assertThat(race.second().site().key())
        .matches("\\Q" + Account.class.getName() + "#deposit()V:\\E[01]");
    assertThat(race.second().stack()).extracting("method").contains("deposit");
    assertThat(race.history().accept()).startsWith(race.variable().key() + " | ");

    String trace = tests.get("racy()").traces().get(0);
    RaceReport again = analysis(directory.resolve("out").resolve(trace));
    assertThat(again.races()).extracting("variable").contains("Account.balance");

    assertThat(race.timeline().steps()).extracting("index").contains(race.second().index());
    assertNothingOfTheMachine();
    assertThat(run.output())
        .containsOnlyOnce("racedet: 3 tests checked, 1 not checked; ")
        .containsPattern("; races: [1-9][0-9]* (confirmed|observed)")
        .contains("racedet: report: " + directory.resolve("out").resolve("report.html"));
  }

  private static RaceReport analysis(Path trace) throws IOException {
    try (TraceReader reader = TraceFile.open(trace, null, false)) {
      return TraceAnalysis.with("fasttrack").build().run(reader).get(0);
    }
  }

  private void assertNothingOfTheMachine() throws IOException {
    for (String file : List.of("races.json", "races.sarif", "report.html")) {
      assertThat(Files.readString(directory.resolve("out").resolve(file)))
          .doesNotContain(
              directory.toString(),
              Path.of("").toAbsolutePath().toString(),
              System.getProperty("user.home") + "/",
              System.getProperty("java.home"),
              "hunter2");
    }
  }

  @Test
  void folderThatCannotBeWritten_isSaidOnce_andTheSummaryIsThere() throws Exception {
    Path output = Files.createFile(directory.resolve("file")).resolve("out");
    ConsoleRun run =
        ConsoleRun.of(
            ConsoleRun.releases().get(0),
            directory,
            List.of("-Dracedet.output=" + output),
            BankTestCases.class);
    assertThat(run.output())
        .containsOnlyOnce("racedet: the report in " + output)
        .containsOnlyOnce(
            "racedet: incomplete, some results could not be written: 3 tests checked, 1 not checked;")
        .containsPattern("; races: [1-9][0-9]* (confirmed|observed)")
        .doesNotContain("racedet: report: ");
  }

  private EngineExecutionResults run(String baseline) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(
            selectMethod(BankTestCases.class, "racy"), selectMethod(BankTestCases.class, "clean"))
        .configurationParameter("racedet.output", directory.resolve("out").toString())
        .configurationParameter("racedet.baseline", baseline)
        .execute();
  }

  @Test
  void writtenBaseline_acceptsAsSoonAsItHasReasons() throws IOException {
    Path baseline = directory.resolve("races.txt");
    Failures.assertPassed(run("write:" + baseline), 2);
    assertThat(Files.readString(baseline)).contains("Account.balance | ", "| TODO");

    assertThat(Failures.of(run(baseline.toString())))
        .hasSize(2)
        .allSatisfy(
            failure ->
                assertThat(failure)
                    .isInstanceOf(NotCheckedError.class)
                    .hasMessageContaining("races.txt:3: no reason"));

    String explained = Files.readString(baseline).replaceAll("TODO.*", "statistics only");
    Files.writeString(baseline, explained);
    EngineExecutionResults accepting = run(baseline.toString());
    Failures.assertPassed(accepting, 2);
    assertThat(Failures.warnings(accepting))
        .anyMatch(
            warning ->
                warning.matches("accepted \\(statistics only\\): .* on Account.balance: .*"));
    // The report has the race itself.
    RunReport report = new RunFolder(directory.resolve("out")).finish().report().orElseThrow();
    assertThat(report.races()).isNotEmpty().allMatch(ReportedRace::isAccepted);
    assertThat(report.tests())
        .flatExtracting(TestRun::warnings)
        .noneMatch(warning -> warning.contains("Account.balance"));
  }

  @Test
  void linesOfDeadlocks_thatCanAcceptNothingAnyMore_areStale() throws IOException {
    Path baseline = directory.resolve("races.txt");
    String woven = Account.class.getName();
    String other = RaceCheck.class.getName();
    Files.write(
        baseline,
        List.of(
            "deadlock | ? Object@13 monitor | ? Stock@2 | by the numbers of objects",
            "deadlock | ? " + woven + ".gone | ? " + woven + ".deposit | a method is gone",
            "deadlock | ? " + other + ".check | ? " + other + ".gone | one of a library is gone",
            "deadlock | " + other + "#check()V:0 | " + other + "#gone()V:0 | the same",
            "deadlock | ? " + woven + ".deposit | ? " + other + ".check | both are there",
            "deadlock | " + other + "#check()V:0 | " + other + "#check()V:1 | both are there",
            "deadlock | ? Account.lock | ? lock 2 | may be names of locks",
            "deadlock | ? com.acme.Proxy.call | ? Stock | may be made at run time",
            "deadlock | ? " + other + ".lambda$check$7 | ? Stock | may have another number"));
    run(baseline.toString());
    List<String> stale = new RunFolder(directory.resolve("out")).finish().stale();
    assertThat(stale).hasSize(4);
    assertThat(stale.get(0))
        .startsWith(
            "races.txt:1: stale: the deadlock at ? Object@13 monitor and ? Stock@2 has numbers")
        .contains("-Dracedet.baseline=write");
    assertThat(stale.get(1))
        .startsWith(
            "races.txt:2: stale: the deadlock at ? "
                + woven
                + ".deposit and ? "
                + woven
                + ".gone was not found");
    assertThat(stale.get(2)).startsWith("races.txt:3: stale: ");
    assertThat(stale.get(3)).startsWith("races.txt:4: stale: ");
  }

  @Test
  void acceptedRace_doesNotHideAnotherOneOnTheSameField() throws IOException {
    Path baseline = directory.resolve("races.txt");
    String account = Account.class.getName();
    Files.writeString(
        baseline,
        account
            + ".balance | "
            + account
            + "#deposit()V:0 | "
            + account
            + "#elsewhere()V:0 | no\n");
    assertThat(Failures.of(run(baseline.toString())))
        .singleElement()
        .isInstanceOf(RaceFoundError.class);
  }
}
