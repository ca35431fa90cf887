package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.racedet.junit.extension.unwoven.ActingTestCases;
import io.racedet.junit.extension.unwoven.ExpectedTestCases;
import io.racedet.junit.extension.unwoven.FailingTestCases;
import io.racedet.junit.extension.unwoven.OnceTestCases;
import io.racedet.junit.extension.unwoven.OneThreadTestCases;
import io.racedet.junit.extension.unwoven.PoolTestCases;
import io.racedet.junit.extension.unwoven.UnexpectedGuardedTestCases;
import io.racedet.junit.extension.unwoven.UnexpectedTestCases;
import io.racedet.junit.extension.unwoven.VirtualTestCases;
import io.racedet.junit.extension.unwoven.WorkerTestCases;
import io.racedet.report.Outcome;
import io.racedet.report.TestRun;
import io.racedet.report.json.JsonReport;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * In a suite, nothing is woven before a test starts a thread, or is expected to; each case in a JVM
 * of its own. The tests are classes for themselves, since all classes of a nest refer to each
 * other.
 */
class UnwovenSuiteTest {
  private static final String RACE = "io.racedet.junit.RaceFoundError";

  @TempDir private Path folder;

  private ConsoleRun run(List<String> options, Class<?>... classes) throws Exception {
    List<String> all =
        new ArrayList<>(List.of("-Dracedet.auto=true", "-Dracedet.output=" + folder));
    all.addAll(options);
    List<Path> releases = ConsoleRun.releases();
    return ConsoleRun.of(releases.get(releases.size() - 1), folder, all, classes);
  }

  private ConsoleRun run(Class<?>... classes) throws Exception {
    return run(List.of(), classes);
  }

  private List<TestRun> tests() throws Exception {
    try (InputStream in = Files.newInputStream(folder.resolve("races.json"))) {
      return JsonReport.read(in).tests();
    }
  }

  /** Of a race in the baseline they say only whether there is such code. */
  @Test
  void testsWithOneThread_areNotWoven() throws Exception {
    String counter = "io.racedet.junit.extension.unwoven.Counter";
    Path baseline = folder.resolve("baseline.txt");
    Files.writeString(
        baseline,
        Stream.of("count", "gone")
            .map(name -> " | %s#%s()V:0 | ".formatted(counter, name).repeat(2))
            .map(both -> both.replace(" |  | ", " | "))
            .map(both -> counter + ".guarded" + both + "shown on a dashboard only")
            .collect(Collectors.joining("\n")));
    ConsoleRun run = run(List.of("-Dracedet.baseline=" + baseline), OneThreadTestCases.class);
    assertThat(run.output())
        .contains("baseline.txt:2: stale")
        .doesNotContain("baseline.txt:1: stale");
    assertThat(run.outcomes().values()).as(run.output()).hasSize(60).containsOnly("passed");
    assertThat(run.output())
        .contains("racedet: 0 tests checked, 60 with one thread only; 60 repetitions, 0 events");
  }

  @Test
  @Tag("soak")
  void withoutSolo_theyAre() throws Exception {
    ConsoleRun run = run(List.of("-Dracedet.solo=false"), OneThreadTestCases.class);
    assertThat(run.outcomes()).containsValue("org.opentest4j.AssertionFailedError");
    assertThat(run.output()).doesNotContain(", 0 events");
  }

  /** Its first run is not recorded. */
  @Test
  void testThatIsNot_runsAgain_andItsRaceIsFound() throws Exception {
    ConsoleRun run = run(UnexpectedTestCases.class);
    assertThat(run.outcomes()).as(run.output()).containsEntry("racy()", RACE);
    assertThat(run.output()).contains("Counter.racy", "call 2 of racy");
  }

  @Test
  void testThatIsNot_runsAgain_andIsRight() throws Exception {
    ConsoleRun run = run(UnexpectedGuardedTestCases.class);
    assertThat(run.outcomes()).as(run.output()).containsEntry("guarded()", "passed");
    assertThat(run.output()).contains("call 2 of guarded").doesNotContain("call 3 of guarded");
    assertThat(tests()).extracting(TestRun::outcome).containsExactly(Outcome.PASSED);
  }

  @Test
  void testThatCannotRunTwice_passes_andIsSaidToBeRecordedInPart() throws Exception {
    ConsoleRun run = run(OnceTestCases.class);
    assertThat(run.outcomes()).as(run.output()).containsEntry("once()", "passed");
    assertThat(tests())
        .singleElement()
        .satisfies(
            test -> {
              assertThat(test.outcome()).isEqualTo(Outcome.IN_PART);
              assertThat(test.warnings())
                  .anySatisfy(
                      warning ->
                          assertThat(warning)
                              .contains("run a second time")
                              .contains("java.lang.IllegalStateException: called twice"));
            });
  }

  @Test
  @Tag("soak")
  void testThatFailsByItself_doesNotRunAgain() throws Exception {
    ConsoleRun run = run(FailingTestCases.class);
    assertThat(run.outcomes()).containsEntry("fails()", "java.lang.IllegalStateException");
    assertThat(run.output()).contains("call 1 of fails").doesNotContain("call 2 of fails");
  }

  /** All that the thread runs is woven before it starts. */
  @Test
  void threadOfTheClass_isSeenFromItsStart() throws Exception {
    ConsoleRun run = run(WorkerTestCases.class);
    assertThat(run.outcomes())
        .as(run.output())
        .containsEntry("aHandedOver()", "passed")
        .containsEntry("bRacy()", RACE);
  }

  /** They are woken, and not started. */
  @Test
  void idleThreadOfAPool_thatGetsATask_isNoticed() throws Exception {
    ConsoleRun run = run(PoolTestCases.class);
    Map<String, String> outcomes = new TreeMap<>(run.outcomes());
    assertThat(outcomes.remove("racyInCommonPool()")).as(run.output()).isEqualTo(RACE);
    assertThat(outcomes.remove("racyInExecutor()")).as(run.output()).isEqualTo(RACE);
    assertThat(outcomes.values()).as(run.output()).hasSize(35).containsOnly("passed");
  }

  @Test
  void virtualThread_isNoticed() throws Exception {
    assumeTrue(Runtime.version().feature() >= 21);
    ConsoleRun run = run(VirtualTestCases.class);
    assertThat(run.outcomes()).as(run.output()).containsEntry("racy()", RACE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sleeper", "finalizer"})
  void threadThatActsByItself_isNoticed(String kind) throws Exception {
    ConsoleRun run = run(List.of("-D" + ActingTestCases.KIND + '=' + kind), ActingTestCases.class);
    assertThat(run.outcomes()).as(run.output()).containsEntry("racy()", RACE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"spinner", "timer", "scheduled", "cleaner"})
  @Tag("soak")
  void otherThreadThatActsByItself_isNoticed(String kind) throws Exception {
    threadThatActsByItself_isNoticed(kind);
  }

  /** The tests in between see that it is so. */
  @Test
  void afterManyTestsWithOneThread_hooksAreTakenOut_andComeAgain() throws Exception {
    ConsoleRun run =
        run(ExpectedTestCases.class, OneThreadTestCases.class, UnexpectedTestCases.class);
    assertThat(run.outcomes().entrySet().stream().filter(test -> !test.getValue().equals("passed")))
        .as(run.output())
        .allMatch(test -> test.getKey().equals("racy()") && test.getValue().equals(RACE));
    assertThat(run.output()).contains("2 tests failed", "call 3 of racy");
    assertThat(tests())
        .filteredOn(test -> test.name().endsWith(".guarded()"))
        .extracting(TestRun::outcome)
        .containsExactly(Outcome.PASSED);
    assertThat(Stream.of(run.output().split("\n")).filter(line -> line.contains("of alone")))
        .hasSize(60);
  }
}
