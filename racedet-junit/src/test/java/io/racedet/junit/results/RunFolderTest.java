package io.racedet.junit.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.baseline.AcceptedRace;
import io.racedet.junit.baseline.BaselineLine;
import io.racedet.junit.gate.Parts;
import io.racedet.junit.gate.WritingJvm;
import io.racedet.report.RunReport;
import io.racedet.report.TestRun;
import io.racedet.report.json.JsonReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The report folder, which the JVMs of a run share. */
class RunFolderTest {
  private static final RunName RUN = new RunName("run", false);
  private static final ProcessIdentity DEAD = new ProcessIdentity(999_999_999L, 1);

  @TempDir private Path directory;
  private Path output;

  @BeforeEach
  void nameTheOutput() {
    output = directory.resolve("target").resolve("racedet");
  }

  private RunFolder folder() {
    return new RunFolder(output, RUN, ProcessIdentity.current());
  }

  private RunReport json() throws IOException {
    try (InputStream in = Files.newInputStream(output.resolve("races.json"))) {
      return JsonReport.read(in);
    }
  }

  private static List<String> tests(RunReport report) {
    return report.tests().stream().map(TestRun::id).toList();
  }

  private static List<String> fields(RunReport report) {
    return report.races().stream().map(race -> race.variable().name()).toList();
  }

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
        .hasSize(3)
        .first()
        .isEqualTo("racedet: 2 tests checked; 6 repetitions, 140 events; races: none");
    assertThat(last.stale()).hasSize(1);
  }

  @Test
  void killedJvm_losesOnlyItsRunningTest_andTheReportSaysSo() throws IOException {
    RunFolder killed = new RunFolder(output, RUN, DEAD);
    killed.begin("done");
    killed.end(Parts.racy("done", "balance"));
    killed.begin("AccountTest.transfers()");
    RunFolder folder = folder();
    folder.begin("other");
    folder.end(Parts.clean("other"));
    RunFolder.Written written = folder.finish();
    assertThat(tests(json())).containsExactly("done", "other");
    assertThat(json().warnings())
        .singleElement()
        .asString()
        .contains("was killed or has exited while it checked AccountTest.transfers()");
    assertThat(SummaryText.of(output, written))
        .contains("was killed or has exited while it checked");
  }

  /** As where a test calls {@code System.exit}. */
  @Test
  void jvmThatExitsInATest_saysThatTheResultIsMissing() throws IOException {
    RunFolder folder = folder();
    folder.begin("done");
    folder.end(Parts.clean("done"));
    folder.begin("AccountTest.transfers()");
    RunFolder.Written written = folder.finishAtExit();
    assertThat(written.isOpen()).isFalse();
    assertThat(SummaryText.of(output, written).lines())
        .containsExactly(
            "racedet: 1 test checked; 3 repetitions, 70 events; races: none",
            "racedet: a JVM of this run was killed or has exited while it checked"
                + " AccountTest.transfers(): the results of the tests that it had not completed are"
                + " missing",
            "racedet: report: " + output.resolve("report.html"));
    assertThat(json().warnings()).singleElement().asString().contains("has exited");
  }

  @Test
  void jvmThatExitsInATest_reportsWhatThisHadFound() throws IOException {
    RunFolder folder = folder();
    folder.begin("AccountTest.transfers()");
    folder.keep(Parts.racy("AccountTest.transfers()", "balance"));
    assertThat(tests(json())).isEmpty();
    RunFolder.Written written = folder.finishAtExit();
    assertThat(fields(json())).containsExactly("Account.balance");
    assertThat(tests(json())).containsExactly("AccountTest.transfers()");
    assertThat(SummaryText.of(output, written))
        .contains("1 test checked", "races: 1 observed")
        .contains(
            "while it checked AccountTest.transfers(): except for what this one had found so far,"
                + " the results of the tests that it had not completed are missing\n");
  }

  @Test
  void jvmThatWasKilledInATest_reportsWhatThisHadFound() throws IOException {
    RunFolder killed = new RunFolder(output, RUN, DEAD);
    killed.begin("a");
    killed.keep(Parts.racy("a", "balance"));
    RunFolder folder = folder();
    folder.begin("b");
    folder.end(Parts.racy("b", "other"));
    folder.finish();
    assertThat(tests(json())).containsExactlyInAnyOrder("a", "b");
    assertThat(fields(json())).containsExactlyInAnyOrder("Account.balance", "Account.other");
  }

  /** Confirmed, for example. */
  @Test
  void resultOfATest_replacesWhatItHadFoundBefore() throws IOException {
    RunFolder folder = folder();
    folder.begin("a");
    folder.keep(Parts.racy("a", "first"));
    folder.end(Parts.racy("a", "last"));
    folder.begin("b");
    folder.finishAtExit();
    assertThat(fields(json())).containsExactly("Account.last");
    assertThat(tests(json())).containsExactly("a");
  }

  @Test
  void jvmThatExitsAfterItsTests_isComplete() throws IOException {
    RunFolder folder = folder();
    folder.begin("done");
    folder.end(Parts.clean("done"));
    folder.finishAtExit();
    assertThat(tests(json())).containsExactly("done");
    assertThat(json().warnings()).isEmpty();
    assertThat(folder.isOpen()).isFalse();
  }

  @Test
  void recordsOfKilledJvms_areRemovedByTheNextOne_thoseOfOthersStay() throws IOException {
    ProcessIdentity other = ProcessIdentity.of(ProcessHandle.current().parent().orElseThrow());
    Path killed = Files.createDirectories(new SpillFolders(output, DEAD).own());
    Path alive = Files.createDirectories(new SpillFolders(output, other).own());
    Path own = Files.createDirectories(new SpillFolders(output).own());
    Path unknown = Files.createDirectories(own.resolveSibling("mine"));
    Files.writeString(killed.resolve("recording-1.spill"), "records");
    RunFolder folder = folder();
    assertThat(folder.begin("a")).isEmpty();
    assertThat(killed).doesNotExist();
    assertThat(own).exists();
    folder.end(Parts.clean("a"));
    assertThat(folder.finish().problems()).isEmpty();
    assertThat(own).doesNotExist();
    assertThat(alive).exists();
    assertThat(unknown).exists();
  }

  /** One that exits in a test may still write them. */
  @Test
  void recordsOfAJvmThatExitsInATest_areLeftToTheNextOne() throws IOException {
    Path own = Files.createDirectories(new SpillFolders(output).own());
    RunFolder folder = folder();
    folder.begin("a");
    assertThat(folder.finishAtExit().problems()).isEmpty();
    assertThat(own).exists();
  }

  @Test
  void warningsOfTests_areOnTheConsole_eachOnce_withTheTestsThatHaveIt() {
    RunFolder folder = folder();
    for (String test : List.of("a", "b", "c", "d", "e")) {
      folder.begin(test);
      folder.end(
          test.equals("c")
              ? Parts.warned(test, "only one thread", "no class matches")
              : Parts.warned(test, "only one thread"));
    }
    assertThat(SummaryText.of(output, folder.finish()).lines())
        .hasSize(4)
        .contains(
            "racedet: a, b, c and 2 more tests: only one thread", "racedet: c: no class matches");
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
  void acceptedRace_thatNobodyFinds_isStale() throws IOException {
    RunFolder folder = folder();
    folder.begin("a");
    folder.end(Parts.quiet("a", "balance", 7));
    RunFolder.Written written = folder.finish();
    assertThat(written.stale()).singleElement().asString().startsWith("races.txt:7: stale: ");
    assertThat(json().warnings()).isEqualTo(written.stale());
    assertThat(SummaryText.of(output, written))
        .contains("racedet: races.txt:7: stale: the race on com.acme.Account.balance");
  }

  /** A line as racedet wrote it before it told such races at the callers. */
  @Test
  void acceptedRace_atAnAccessor_isStale_andSaysWhatReplacesIt() {
    AcceptedRace accepted =
        BaselineLine.parse(
            "bugs.Outer.value | bugs.Outer#access$000(Lbugs/Outer;)I:0"
                + " | bugs.Outer#access$002(Lbugs/Outer;I)I:0 | a view may be late",
            3);
    RunFolder folder = folder();
    folder.begin("a");
    folder.end(new TestPart(Parts.clean("a").report(), "races.txt", List.of(accepted)));
    assertThat(folder.finish().stale())
        .singleElement()
        .asString()
        .startsWith("races.txt:3: stale: the race on bugs.Outer.value is at a method access$")
        .contains("-Dracedet.baseline=write");
  }

  @Test
  void acceptedRace_thatAnotherTestFinds_isNotStale() {
    RunFolder folder = folder();
    folder.begin("a");
    folder.end(Parts.quiet("a", "balance", 7));
    folder.begin("b");
    folder.end(Parts.racy("b", "balance"));
    assertThat(folder.finish().stale()).isEmpty();
  }

  @Test
  void damagedPart_isMissing_andTheReportSaysSo() throws IOException {
    RunFolder folder = folder();
    folder.begin("a");
    folder.end(Parts.clean("a"));
    folder.end(Parts.clean("b"));
    Path run = output.resolve(".parts").resolve("run");
    try (Stream<Path> parts = Files.list(run)) {
      Path part = parts.filter(p -> p.toString().endsWith(".json")).findFirst().orElseThrow();
      Files.writeString(part, Files.readString(part).substring(0, 40));
    }
    folder.finish();
    assertThat(json().tests()).hasSize(1);
    assertThat(json().warnings()).singleElement().asString().contains("cannot be read");
    assertThat(json().warnings().get(0)).doesNotContain(directory.toString());
  }

  @Test
  void outputBelowAFile_isAProblem_thatFailsNothing() throws IOException {
    Files.createDirectories(output.getParent().getParent());
    Files.createFile(output.getParent());
    assertProblem(folder());
  }

  /* Not even root can write there. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void readOnlyOutput_isAProblem_thatFailsNothing() {
    output = Path.of("/proc/racedet");
    assertProblem(folder());
  }

  private void assertProblem(RunFolder folder) {
    assertThat(folder.begin("a")).singleElement().asString().contains("could not be written");
    assertThat(folder.end(Parts.racy("a", "balance")))
        .singleElement()
        .asString()
        .contains("could not be written");
    RunFolder.Written written = folder.finish();
    assertThat(written.problems()).singleElement().asString().contains("could not be written");
    assertThat(SummaryText.of(output, written))
        .startsWith("racedet: the report in " + output + " could not be written")
        .doesNotContain("report.html");
  }

  @Test
  void hostileNames_stayOneLineOnTheConsole() {
    RunFolder folder = new RunFolder(output, RUN, DEAD);
    folder.begin("evil\n\u001b[31mracedet: 0 races\r");
    RunFolder other = folder();
    other.begin("a");
    other.end(Parts.clean("a"));
    String text = SummaryText.of(output, other.finish());
    assertThat(text.lines()).allMatch(line -> line.startsWith("racedet: "));
    assertThat(text).doesNotContain("\u001b", "\r");
  }

  private Process start(String prefix, int tests, String end, String... wrapper)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(wrapper));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
    command.add("-Dracedet.run=one");
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    command.addAll(List.of("-cp", classPath, WritingJvm.class.getName()));
    command.addAll(List.of(output.toString(), prefix, Integer.toString(tests), end));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static String output(Process process) throws Exception {
    String text = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(text).isTrue();
    return text;
  }

  private RunReport run(TestPart... parts) throws IOException {
    RunFolder folder = folder();
    for (TestPart part : parts) {
      folder.begin("a test");
      assertThat(folder.end(part)).isEmpty();
    }
    assertThat(folder.finish().problems()).isEmpty();
    return json();
  }

  private static List<String> gone(RunReport report) {
    return report.gone().stream().map(gone -> gone.race().text()).toList();
  }

  @Test
  void knownRace_isGone_ifEachTestThatHadShownItHasMissedIt() throws IOException {
    assertThat(gone(run(Parts.missing("a", "x", "a", "b"), Parts.missing("b", "x", "a", "b"))))
        .containsExactly("write-write race on Account.x");
  }

  @Test
  void knownRace_isNotGone_ifATestThatHadShownItDidNotRun_orAnotherOneFindsIt() throws IOException {
    RunReport report =
        run(
            Parts.missing("a", "x", "a", "b"),
            Parts.missing("c", "y", "c"),
            Parts.racy("d", "y"),
            Parts.clean("b"));
    assertThat(gone(report)).isEmpty();
    assertThat(fields(report)).containsExactly("Account.y");
  }

  @Test
  void whatIsGone_isNotSaidBeforeAllJvmsHaveEnded() {
    RunFolder one = folder();
    RunFolder other =
        new RunFolder(
            output, RUN, ProcessIdentity.of(ProcessHandle.current().parent().orElseThrow()));
    one.begin("a");
    other.begin("b");
    one.end(Parts.missing("a", "x", "a"));
    assertThat(one.finish().report()).hasValueSatisfying(so -> assertThat(gone(so)).isEmpty());
    RunFolder.Written last = other.finish();
    assertThat(last.report()).hasValueSatisfying(all -> assertThat(gone(all)).hasSize(1));
    assertThat(SummaryText.of(output, last).lines())
        .containsSequence("racedet: 1 gone", "racedet: gone: write-write race on Account.x");
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

  @Test
  void killedFork_losesItsRunningTestOnly() throws Exception {
    Process killed = start("killed", 6, "hang");
    try {
      while (!Files.exists(output.resolve("hanging")) && killed.isAlive()) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
    } finally {
      killed.destroyForcibly().waitFor();
    }
    assertThat(fields(json())).contains("Account.field0", "Account.field5");
    assertThat(json().warnings()).singleElement().asString().contains("still running");
    assertThat(output(start("next", 1, "finish")))
        .contains("killed or has exited while it checked killedhang");
    assertThat(tests(json()))
        .containsExactly("killed0", "killed1", "killed2", "killed3", "killed4", "killed5", "next0");
  }

  /* Without root, a limit on file sizes is the closest approximation to a full disk. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void fullDisk_isAProblem_andWhatIsThereStaysWhole() throws Exception {
    checkFullDisk(6);
  }

  @Test
  @Tag("soak")
  @EnabledOnOs(OS.LINUX)
  void fullDisk_ofMoreTests_isAProblem_andWhatIsThereStaysWhole() throws Exception {
    checkFullDisk(60);
  }

  private void checkFullDisk(int tests) throws Exception {
    output(start("first", 1, "finish"));
    String limited =
        output(start("other", tests, "finish", "/bin/sh", "-c", "ulimit -f 8; exec \"$@\"", "sh"));
    assertThat(limited)
        .contains("could not be written")
        .contains("racedet: incomplete, some results could not be written: ")
        .doesNotContain("Exception in thread");
    assertThat(tests(json())).contains("first0");
    try (Stream<Path> files = Files.walk(output)) {
      assertThat(files.filter(file -> file.toString().endsWith(".tmp"))).isEmpty();
    }
  }
}
