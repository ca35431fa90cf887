package io.racedet.junit.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.NotCheckedError;
import io.racedet.junit.agent.scope.Coverage;
import io.racedet.junit.agent.scope.NotWoven;
import io.racedet.junit.coverage.Interleaving;
import io.racedet.race.ReachedLimit;
import io.racedet.report.RunReport;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A check that saw too little: it fails, or warns. */
class CoverageOfCheckTest extends CheckTestCase {
  @Test
  void noClassInstrumented_isNotChecked() throws InterruptedException {
    coverage = new Coverage(List.of(), List.of());
    assertNotChecked("no class was instrumented", "@RaceFree(instrument = \"com.acme\")");
  }

  @Test
  void noClassMatchesInstrument_isNotChecked() throws InterruptedException {
    instrument = List.of("com.typo", "com.other");
    assertNotChecked(
        "no class that was loaded matches instrument = [com.typo, com.other]",
        "@RaceFree(instrument = \"com.acme\")");
  }

  @Test
  void oneEntryOfInstrumentMatchesNothing_isAWarning() throws InterruptedException {
    instrument = List.of("com.acme", "com.typo");
    matching = List.of("com.acme");
    CheckResult result = run(() -> {});
    assertThat(result.failure()).isEmpty();
    assertThat(result.warnings())
        .containsExactly("no class that was loaded matches [com.typo] of instrument");
  }

  @Test
  void classNotInstrumented_isNotChecked() throws InterruptedException {
    coverage =
        new Coverage(List.of("com.acme.A"), List.of(new NotWoven("com.acme.Huge", "too large")));
    assertNotChecked("com.acme.Huge (too large)", "@RaceFree(exclude = \"com.acme.Huge\")");
  }

  @Test
  void classNotInstrumented_butExcluded_isAWarning() throws InterruptedException {
    coverage =
        new Coverage(
            List.of("com.acme.A"),
            List.of(new NotWoven("com.acme.Huge.method(II)V", "method too large")));
    exclude = List.of("com.acme");
    CheckResult result = run(() -> {});
    assertThat(result.failure()).isEmpty();
    assertThat(result.warnings()).singleElement().asString().contains("com.acme.Huge.method(II)V");
    exclude = List.of("com.ac");
    assertNotChecked("method too large", "@RaceFree(exclude = \"com.acme.Huge\")");
  }

  @Test
  void classNotInstrumented_inASuite_mattersOnlyIfAnotherThreadCouldAct()
      throws InterruptedException {
    coverage =
        new Coverage(List.of("com.acme.A"), List.of(new NotWoven("com.acme.Huge", "too large")));
    requirement = RecordingRequirement.COUNTED;
    assertNotChecked("com.acme.Huge (too large)", "@RaceFree(exclude = \"com.acme.Huge\")");
    isAlone = true;
    CheckResult result = run(() -> {});
    assertThat(result.failure()).isEmpty();
    assertThat(result.warnings()).isEmpty();
    requirement = RecordingRequirement.FULL;
    assertNotChecked("com.acme.Huge (too large)", "@RaceFree(exclude = \"com.acme.Huge\")");
  }

  @Test
  void noAccess_isNotChecked() throws InterruptedException {
    seen = new Observation(4, 0, 2, false, false, false, List.of());
    assertNotChecked("no data access was recorded", "@RaceFree(instrument = \"com.acme\")");
  }

  /** That none of them is the class under test is only one of the reasons. */
  @Test
  void noAccess_saysWhichClassesAreInstrumented() throws InterruptedException {
    seen = new Observation(4, 0, 2, false, false, false, List.of());
    assertNotChecked(
        "1 class was instrumented (com.acme.AccountTest), but touched no field or array",
        "If other classes are under test, name them: @RaceFree(instrument = ");
    List<String> many = IntStream.rangeClosed(1, 7).mapToObj(i -> "com.acme.C" + i).toList();
    coverage = new Coverage(many, List.of());
    assertNotChecked(
        "7 classes were instrumented (com.acme.C1, com.acme.C2, com.acme.C3, com.acme.C4,"
            + " com.acme.C5 and 2 more), but touched",
        "name them: ");
  }

  @Test
  void noAccess_inOneCaseOfMany_isAWarning() throws InterruptedException {
    seen = new Observation(4, 0, 2, false, false, false, List.of());
    requirement = RecordingRequirement.ONE_OF_MANY;
    CheckResult result = run(() -> {});
    assertThat(result.failure()).isEmpty();
    assertThat(result.warnings())
        .singleElement()
        .asString()
        .startsWith("no data access was recorded");
  }

  @Test
  void truncated_isNotChecked() throws InterruptedException {
    seen = new Observation(100, 5, 2, true, false, false, List.of());
    assertNotChecked(
        "6 of 6 recordings were truncated after 100 events", "@RaceFree(maxEvents = 400)");
  }

  @Test
  void damagedNowAndThen_isAWarning_andItsRacesDoNotCount() throws InterruptedException {
    damagedFrom = 5;
    CheckResult result = run(() -> {});
    assertThat(result.failure()).isEmpty();
    assertThat(started).hasSize(6);
    assertThat(result.warnings())
        .singleElement()
        .asString()
        .startsWith("2 of 6 recordings were damaged and left out");
  }

  @Test
  void limitsAndErrorsOfTheAnalysis_areInTheReport() throws InterruptedException {
    ReachedLimit limit = new ReachedLimit("EDGES", "3 accesses may have more races", "--edges");
    seen =
        new Observation(
            100,
            5,
            2,
            false,
            false,
            false,
            List.of(),
            List.of(),
            List.of(limit),
            List.of("a defect"),
            Interleaving.UNKNOWN);
    CheckResult result = run(() -> {});
    assertThat(result.facts())
        .containsEntry("racedet.limits", "3 accesses may have more races (see --edges)");
    RunReport report = result.part().report();
    assertThat(report.tests())
        .singleElement()
        .satisfies(test -> assertThat(test.limits()).containsExactly(limit));
    assertThat(report.warnings()).containsExactly("AccountTest.transfers(): a defect");
  }

  @Test
  void damagedMoreOftenThanNot_isNotChecked() throws InterruptedException {
    seen = new Observation(100, 5, 2, false, true, false, List.of());
    assertNotChecked("6 of 6 recordings were damaged", "-Xss");
  }

  private void assertNotChecked(String what, String remedy) throws InterruptedException {
    assertThat(run(() -> {}).failure().orElseThrow())
        .isInstanceOf(NotCheckedError.class)
        .hasMessageStartingWith("AccountTest.transfers() was not checked: ")
        .hasMessageContaining(what)
        .hasMessageContaining(remedy);
  }

  @Test
  void oneThread_isAWarning() throws InterruptedException {
    seen = new Observation(10, 5, 1, false, false, false, List.of());
    CheckResult result = run(() -> {});
    assertThat(result.failure()).isEmpty();
    assertThat(result.warnings()).singleElement().asString().contains("only one thread");
  }
}
