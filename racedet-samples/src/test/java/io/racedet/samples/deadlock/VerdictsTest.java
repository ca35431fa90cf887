package io.racedet.samples.deadlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.DeadlockFoundError;
import io.racedet.junit.TestHungError;
import io.racedet.race.Deadlock;
import io.racedet.race.Grade;
import io.racedet.samples.launch.Outcome;
import io.racedet.samples.launch.TestRun;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the broken programs are reported as, that none leaves a thread behind, and that the mended
 * ones pass.
 */
@ResourceLock(Resources.GLOBAL)
class VerdictsTest {
  private static final Map<String, String> PATIENT = Map.of("racedet.timeLimit", "60s");
  private static final int RUNS = 10;

  @ParameterizedTest
  @ValueSource(strings = {"01", "02", "03", "04", "05", "06", "07", "08", "09", "10"})
  void brokenProgram_isConfirmed_withoutAHang(String number) {
    assertConfirmed(number);
  }

  private static void assertConfirmed(String number) {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    Throwable thrown = thrown(number);
    assertThat(thrown).isInstanceOf(DeadlockFoundError.class);
    List<Deadlock> found = ((DeadlockFoundError) thrown).deadlocks();
    assertThat(found).as(thrown.getMessage()).isNotEmpty();
    assertThat(found)
        .as(thrown.getMessage())
        .extracting(Deadlock::grade)
        .allMatch(grade -> grade.isAtLeast(Grade.WITNESSED))
        .contains(Grade.CONFIRMED);
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> !before.contains(thread))
        .extracting(Thread::getName)
        .doesNotContain("first", "second", "orderer", "returner", "guest 0", "guest 1", "guest 2");
  }

  private static Throwable thrown(String number) {
    return TestRun.of(BrokenTest.class, "broken" + number, PATIENT).thrown().orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"})
  void mendedProgram_passes(String number) {
    TestRun.passes(MendedTest.class, "mended" + number);
  }

  @Tag("soak")
  @ParameterizedTest
  @ValueSource(strings = {"01", "02", "03", "04", "05", "06", "07", "08", "09", "10"})
  void brokenProgram_isConfirmed_inEachOfTenRuns(String number) {
    for (int run = 0; run < RUNS; run++) {
      assertConfirmed(number);
    }
  }

  @Tag("soak")
  @ParameterizedTest
  @CsvSource({
    "11, starved pool: each of its threads, B11_StarvedPool",
    "12, CompletableFuture.join, B12_JoinOfEach"
  })
  void tasksThatWaitForEachOther_areNamed_inEachOfTenRuns(
      String number, String waits, String program) {
    for (int run = 0; run < RUNS; run++) {
      tasksThatWaitForEachOther_hang_andAreNamed(number, waits, program);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "11, starved pool: each of its threads, B11_StarvedPool",
    "12, CompletableFuture.join, B12_JoinOfEach"
  })
  void tasksThatWaitForEachOther_hang_andAreNamed(String number, String waits, String program) {
    Outcome outcome = TestRun.of(BrokenTest.class, "broken" + number, PATIENT);
    assertThat(outcome.thrown().orElseThrow())
        .isInstanceOf(TestHungError.class)
        .hasMessageContaining(waits)
        .hasMessageContaining(program);
  }
}
