package io.racedet.junit.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.gate.Parts;
import io.racedet.report.RunReport;
import io.racedet.report.Standing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The report folder, which the JVMs of a run share. */
class RunFolderTest extends RunFolderTestCase {
  @Test
  void finished_hasAllTestsAndRaces_andNoWarning() throws IOException {
    RunFolder folder = folder();
    assertThat(folder.begin("a")).isEmpty();
    assertThat(folder.end(Parts.racy("a", "balance"))).isEmpty();
    assertThat(folder.begin("b")).isEmpty();
    assertThat(folder.end(Parts.clean("b"))).isEmpty();
    RunFolder.Written written = folder.finish();
    assertThat(written.problems()).isEmpty();
    assertThat(written.report()).hasValue(json());
    assertThat(tests(json())).containsExactly("a", "b");
    assertThat(fields(json())).containsExactly("Account.balance");
    assertThat(json().warnings()).isEmpty();
    assertThat(SummaryText.of(Path.of("target/racedet"), written).lines())
        .containsExactly(
            "racedet: 2 tests checked; 6 repetitions, 140 events; races: 1 observed",
            "racedet: report: " + Path.of("target/racedet", "report.html"));
  }

  @Test
  void twoRacesOfOneIncrement_areOneInEachLineOfTheSummary() throws IOException {
    RunFolder folder = folder();
    folder.begin("a");
    folder.end(Parts.increment("a", "balance", Standing.State.NEW));
    folder.begin("b");
    folder.end(Parts.increment("b", "limit", Standing.State.KNOWN));
    folder.begin("c");
    folder.end(Parts.missing("c", "x", "c"));
    RunFolder.Written written = folder.finish();
    assertThat(json().races()).hasSize(4);
    assertThat(SummaryText.of(output, written).lines())
        .containsSequence(
            "racedet: 3 tests checked; 9 repetitions, 210 events; races: 2 observed",
            "racedet: 1 new, 1 known, 1 gone",
            "racedet: new: write-write race (OBSERVED) on Account.balance: both at Account.java:7",
            "racedet: gone: write-write race on Account.x");
  }

  @Test
  void unfinished_hasTheRaceAlready_andSaysThatMoreMayCome() throws IOException {
    RunFolder folder = folder();
    folder.begin("a");
    assertThat(json().warnings()).singleElement().asString().contains("still running");
    folder.end(Parts.racy("a", "balance"));
    assertThat(fields(json())).containsExactly("Account.balance");
    assertThat(json().warnings()).singleElement().asString().contains("still running");
  }

  @Test
  void firstOfTwoJvms_saysWhatThereIsSoFar_andLeavesTheRestToTheOther() {
    RunFolder one = folder();
    // The parent of this JVM is another process that is alive.
    RunFolder other =
        new RunFolder(
            output, RUN, ProcessIdentity.of(ProcessHandle.current().parent().orElseThrow()));
    one.begin("a");
    other.begin("b");
    one.end(Parts.quiet("a", "balance", 7));
    RunFolder.Written first = one.finish();
    assertThat(first.stale()).isEmpty();
    assertThat(SummaryText.of(output, first).lines())
        .containsExactly(
            "racedet: so far: 1 test checked; 3 repetitions, 70 events; races: none;"
                + " another JVM is still running");

    other.end(Parts.clean("b"));
    RunFolder.Written last = other.finish();
    assertThat(SummaryText.of(output, last).lines())
        .hasSize(4)
        .first()
        .isEqualTo("racedet: 2 tests checked; 6 repetitions, 140 events; races: none");
    assertThat(last.stale()).hasSize(1);
  }

  @Test
  void warningsOfTests_areOnTheConsole_eachOnce_withTheTestsThatHaveIt() {
    RunFolder folder = folder();
    for (String test : "a b c d e f g h i j k l".split(" ")) {
      folder.begin(test);
      folder.end(
          test.equals("c")
              ? Parts.warned(test, "only one thread", "no class matches")
              : Parts.warned(test, "only one thread"));
    }
    assertThat(SummaryText.of(output, folder.finish()).lines())
        .hasSize(4)
        .contains(
            "racedet: a, b, c, d, e, f, g, h, i, j and 2 more tests: only one thread",
            "racedet: c: no class matches");
  }

  @Test
  void earlierRun_isNotMixedIn() throws IOException {
    RunFolder earlier = new RunFolder(output, new RunName("earlier", false), DEAD);
    earlier.begin("old");
    earlier.end(Parts.racy("old", "balance"));
    Path trace = Files.createDirectories(output.resolve("traces")).resolve("old.rdt");
    Files.createFile(trace);
    Path replay = Files.createFile(output.resolve("old.1.replay"));
    RunFolder folder = folder();
    folder.begin("new");
    assertThat(tests(json())).isEmpty();
    folder.end(Parts.clean("new"));
    folder.finish();
    assertThat(tests(json())).containsExactly("new");
    assertThat(json().races()).isEmpty();
    assertThat(json().warnings()).isEmpty();
    assertThat(trace).doesNotExist();
    // A user may still need it for a replay.
    assertThat(replay).exists();
    try (Stream<Path> runs = Files.list(output.resolve(".parts"))) {
      assertThat(runs.map(run -> run.getFileName().toString())).containsExactly("run");
    }
  }

  @Test
  void sameTestTwice_underADaemon_theNewestResultCounts() throws IOException {
    RunName open = new RunName("daemon", true);
    RunFolder first = new RunFolder(output, open, new ProcessIdentity(999_999_998L, 1));
    first.begin("a");
    first.end(Parts.racy("a", "balance"));
    first.finish();
    RunFolder second = new RunFolder(output, open, DEAD);
    second.begin("a");
    second.end(Parts.clean("a"));
    second.finish();
    assertThat(tests(json())).containsExactly("a");
    assertThat(json().races()).isEmpty();
    assertThat(json().tests().get(0).repetitions()).isEqualTo(3);
  }

  @Test
  void killedJvm_ofAnEarlierBuildOfADaemon_isForgottenWhenItsTestHasAResult() throws Exception {
    RunName open = new RunName("daemon", true);
    new RunFolder(output, open, DEAD).begin("AccountTest.transfers()");
    RunFolder next = new RunFolder(output, open, ProcessIdentity.current());
    next.begin("a");
    next.end(Parts.clean("a"));
    assertThat(next.finish().report().orElseThrow().warnings())
        .singleElement()
        .asString()
        .contains("was killed or has exited while it checked AccountTest.transfers()");
    TimeUnit.MILLISECONDS.sleep(20); // files are distinguished by their times
    next.begin("AccountTest.transfers()");
    next.end(Parts.clean("AccountTest.transfers()"));
    assertThat(next.finish().report().orElseThrow().warnings()).isEmpty();
  }

  @Test
  void sameTestTwice_inOneBuild_bothCount() throws IOException {
    RunFolder first = new RunFolder(output, RUN, new ProcessIdentity(999_999_998L, 1));
    first.begin("a");
    first.end(Parts.racy("a", "balance"));
    first.finish();
    RunFolder second = new RunFolder(output, RUN, DEAD);
    second.begin("a");
    second.end(Parts.clean("a"));
    second.finish();
    assertThat(json().races()).hasSize(1);
    assertThat(json().tests().get(0).repetitions()).isEqualTo(6);
  }

  @Test
  void markdown_isBesideTheOtherFiles_andInTheSummaryOfTheStep_oncePerRun() throws IOException {
    Path summary = directory.resolve("step-summary.md");
    Files.writeString(summary, "Written by another command.");
    Map<String, String> environment = Map.of("GITHUB_STEP_SUMMARY", summary.toString());
    RunFolder folder = new RunFolder(output, RUN, ProcessIdentity.current(), environment);
    folder.begin("a");
    folder.end(Parts.racy("a", "balance"));
    folder.finish();
    String markdown = Files.readString(output.resolve("races.md"));
    assertThat(markdown).startsWith("### racedet: 1 race\n").contains("](report.html#");
    assertThat(Files.readString(summary))
        .startsWith("Written by another command.\n\n<!-- racedet begin run-")
        .contains(
            "### racedet: 1 race\n", "](" + output.toString().replace('\\', '/') + "/report.html#");

    // The next JVM of the same run, in a fork of its own, and another command after it.
    Files.writeString(summary, "Third.\n", StandardOpenOption.APPEND);
    RunFolder next = new RunFolder(output, RUN, ProcessIdentity.current(), environment);
    next.begin("b");
    next.end(Parts.racy("b", "owner"));
    next.finish();
    assertThat(Files.readString(summary))
        .contains("### racedet: 2 races\n")
        .containsOnlyOnce("### racedet")
        .containsOnlyOnce("<!-- racedet begin")
        .containsOnlyOnce("<!-- racedet end")
        .endsWith("-->\nThird.\n");
  }

  @Test
  void summaryOfAStep_linksToTheArtifactsOfTheRun() throws IOException {
    Path summary = directory.resolve("step-summary.md");
    Map<String, String> environment =
        Map.of(
            "GITHUB_STEP_SUMMARY",
            summary.toString(),
            "GITHUB_SERVER_URL",
            "https://github.example",
            "GITHUB_REPOSITORY",
            "acme/bank",
            "GITHUB_RUN_ID",
            "42");
    RunFolder folder = new RunFolder(output, RUN, ProcessIdentity.current(), environment);
    folder.begin("a");
    folder.end(Parts.racy("a", "balance"));
    folder.finish();
    assertThat(Files.readString(summary))
        .contains("[report](https://github.example/acme/bank/actions/runs/42#artifacts)");
  }

  @Test
  void twoForksAtOnce_makeOneReport() throws Exception {
    checkTwoForksAtOnce(10);
  }

  @Test
  @Tag("soak")
  void twoForksAtOnce_withMoreTests_makeOneReport() throws Exception {
    checkTwoForksAtOnce(40);
  }

  private void checkTwoForksAtOnce(int tests) throws Exception {
    Process one = start("one", tests, "finish");
    Process two = start("two", tests, "finish");
    String text = output(one) + output(two);
    assertThat(text).doesNotContain("problem:", "Exception");
    RunReport report = json();
    assertThat(tests(report))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, tests)
                .boxed()
                .flatMap(i -> Stream.of("one" + i, "two" + i))
                .toList());
    assertThat(report.races()).hasSize(tests / 5);
    assertThat(report.races()).allMatch(race -> race.history().sightings().size() == 2);
    assertThat(report.warnings()).isEmpty();
    assertThat(text).contains("racedet: " + 2 * tests + " tests checked");
  }
}
