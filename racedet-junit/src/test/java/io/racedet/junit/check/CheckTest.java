package io.racedet.junit.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.BodyThread;
import io.racedet.junit.NoRaceFoundError;
import io.racedet.junit.NotCheckedError;
import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFoundError;
import io.racedet.junit.Schedule;
import io.racedet.junit.TestHungError;
import io.racedet.junit.agent.scope.Coverage;
import io.racedet.junit.agent.scope.NotWoven;
import io.racedet.junit.baseline.BaselineSource;
import io.racedet.junit.report.FoundRace;
import io.racedet.junit.settings.Options;
import io.racedet.junit.settings.Plan;
import io.racedet.junit.settings.SeededSchedule;
import io.racedet.race.Grade;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CheckTest {
  private static final Observation CLEAN =
      new Observation(10, 5, 2, false, false, false, List.of());
  private static final Observation DAMAGED =
      new Observation(10, 5, 2, false, true, false, List.of(FoundRaces.race("x", Grade.OBSERVED)));
  private static final FoundRace RACE = FoundRaces.race("Account.balance", Grade.OBSERVED);

  private final List<SeededSchedule> started = new ArrayList<>();
  private final AtomicLong now = new AtomicLong();
  private Observation seen = CLEAN;
  private Coverage coverage = new Coverage(3, List.of());
  private List<String> instrument = List.of();
  private List<String> exclude = List.of();
  private List<String> matching = List.of();
  private int damagedFrom = Integer.MAX_VALUE;
  private int racyFrom = Integer.MAX_VALUE;
  private Expectation expectation = new Expectation.NoRace(Grade.PREDICTED);
  private Requirement requirement = Requirement.FULL;
  private BodyThread thread = BodyThread.OWN;
  private Duration hangAfter = Duration.ofSeconds(10);

  private final TestRecorder recorder =
      new TestRecorder() {
        @Override
        public ActiveRecording start(SeededSchedule perturbation) {
          started.add(perturbation);
          int number = started.size();
          return () -> () -> number < damagedFrom ? number < racyFrom ? seen : with(RACE) : DAMAGED;
        }

        @Override
        public Coverage coverage() {
          return coverage;
        }

        @Override
        public int matches(String entry) {
          return matching.contains(entry) ? 1 : 0;
        }
      };

  private static Observation with(FoundRace... races) {
    return new Observation(10, 5, 2, false, false, false, List.of(races));
  }

  private Options options() {
    return new Options(
        true,
        6,
        Duration.ofSeconds(2),
        hangAfter,
        new Plan.Rotation(List.of(Schedule.values()), 1),
        List.of("fasttrack"),
        Grade.PREDICTED,
        instrument,
        exclude,
        100,
        thread,
        Path.of("target/racedet"),
        BaselineSource.DEFAULT);
  }

  private CheckResult run(RunnableThatThrows code) throws InterruptedException {
    Subject subject =
        new Subject(
            "AccountTest.transfers()", "com.acme.AccountTest", "@RaceFree(%s = %s)", requirement);
    return new Check(subject, options(), expectation, now::get)
        .run(
            repetition -> {
              repetition.begin();
              code.run();
              repetition.end();
            },
            recorder);
  }

  @FunctionalInterface
  private interface RunnableThatThrows {
    void run() throws Throwable;
  }

  @Test
  void clean_allRepetitions_passes() throws InterruptedException {
    CheckResult result = run(() -> {});
    assertThat(result.failure()).isEmpty();
    assertThat(result.warnings()).isEmpty();
    assertThat(result.facts())
        .containsEntry("racedet.seed", "1")
        .containsEntry("racedet.repetitions", "6")
        .containsEntry("racedet.schedules", "{NONE=2, NOISE=2, PRIORITY=2}")
        .containsEntry("racedet.engines", "fasttrack")
        .containsEntry("racedet.events", "60")
        .containsEntry("racedet.threads", "2");
  }

  @Test
  void race_stopsAtOnce_andSaysHowToReplay() throws InterruptedException {
    racyFrom = 3;
    CheckResult result = run(() -> {});
    assertThat(started).hasSize(3);
    assertThat(result.failure().orElseThrow())
        .isInstanceOf(RaceFoundError.class)
        .hasMessageStartingWith("write-read race (OBSERVED) on Account.balance")
        .hasMessageContaining("repetition 3")
        .hasMessageContaining("-Dracedet.seed=" + started.get(2).replay());
    assertThat(((RaceFoundError) result.failure().orElseThrow()).races()).hasSize(1);
  }

  @Test
  void raceBelowFailOn_isAWarning() throws InterruptedException {
    expectation = new Expectation.NoRace(Grade.OBSERVED);
    seen = with(FoundRaces.race("Account.balance", Grade.PREDICTED));
    CheckResult result = run(() -> {});
    assertThat(result.failure()).isEmpty();
    assertThat(result.warnings())
        .containsExactly(
            "below failOn = OBSERVED: write-read race (PREDICTED) on Account.balance: A.java:1 and"
                + " A.java:2");
  }

  @Test
  void timeLimit_winsAfterTwoRepetitions() throws InterruptedException {
    run(() -> now.addAndGet(Duration.ofSeconds(3).toNanos()));
    assertThat(started).hasSize(2);
  }

  @Test
  void timeLimit_leavesRoomForOneMoreRepetition() throws InterruptedException {
    run(() -> now.addAndGet(Duration.ofMillis(600).toNanos()));
    assertThat(started).hasSize(3);
  }

  @Test
  void bodyFails_isThrownAsItIs_withRaceSuppressed() throws InterruptedException {
    racyFrom = 1;
    AssertionError own = new AssertionError("lost update");
    CheckResult result =
        run(
            () -> {
              throw own;
            });
    assertThat(started).hasSize(1);
    assertThat(result.failure()).containsSame(own);
    assertThat(own.getSuppressed()).singleElement().isInstanceOf(RaceFoundError.class);
  }

  @Test
  void hung_failsInTime_withThreadDumpAndRaces() throws InterruptedException {
    racyFrom = 1;
    hangAfter = Duration.ofSeconds(1);
    CountDownLatch never = new CountDownLatch(1);
    CheckResult result = run(never::await);
    assertThat(result.failure().orElseThrow())
        .isInstanceOf(TestHungError.class)
        .hasMessageStartingWith(
            "AccountTest.transfers(), repetition 1 (replay: -Dracedet.seed=NONE:")
        .hasMessageContaining("did not end within 1 s")
        .hasMessageContaining("\"racedet-test\" WAITING")
        .hasMessageContaining("CountDownLatch.await");
    assertThat(result.failure().orElseThrow().getSuppressed())
        .singleElement()
        .isInstanceOf(RaceFoundError.class);
  }

  @Test
  void deadlock_isFoundBeforeHangAfter_andNamesTheCycle() throws InterruptedException {
    Object a = new Object();
    Object b = new Object();
    CountDownLatch both = new CountDownLatch(2);
    hangAfter = Duration.ofHours(1);
    CheckResult result =
        run(() -> RaceCheck.inParallel(() -> lockInTurn(a, b, both), () -> lockInTurn(b, a, both)));
    assertThat(result.failure().orElseThrow())
        .isInstanceOf(TestHungError.class)
        .hasMessageContaining("deadlocked\ndeadlock:\n")
        .hasMessageContaining("\"parallel-1\" waits for java.lang.Object@")
        .hasMessageContaining("held by \"parallel-2\", locked at ")
        .hasMessageContaining("CheckTest.java:");
  }

  private static void lockInTurn(Object first, Object second, CountDownLatch both)
      throws InterruptedException {
    synchronized (first) {
      both.countDown();
      both.await();
      synchronized (second) {
        throw new AssertionError("no deadlock");
      }
    }
  }

  @Test
  void ownThread_inheritsContextClassLoaderAndInheritableThreadLocals()
      throws InterruptedException {
    InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
    local.set("inherited");
    Thread runner = Thread.currentThread();
    CheckResult result =
        run(
            () -> {
              assertThat(local.get()).isEqualTo("inherited");
              assertThat(Thread.currentThread()).isNotSameAs(runner);
              assertThat(Thread.currentThread().getContextClassLoader())
                  .isSameAs(runner.getContextClassLoader());
            });
    assertThat(result.failure()).isEmpty();
  }

  @Test
  void sameThread_runsOnTheRunnersThread() throws InterruptedException {
    thread = BodyThread.SAME;
    Thread runner = Thread.currentThread();
    CheckResult result = run(() -> assertThat(Thread.currentThread()).isSameAs(runner));
    assertThat(result.failure()).isEmpty();
  }

  @Test
  void noClassInstrumented_isNotChecked() throws InterruptedException {
    coverage = new Coverage(0, List.of());
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
    coverage = new Coverage(3, List.of(new NotWoven("com.acme.Huge", "too large")));
    assertNotChecked("com.acme.Huge (too large)", "@RaceFree(exclude = \"com.acme.Huge\")");
  }

  @Test
  void classNotInstrumented_butExcluded_isAWarning() throws InterruptedException {
    coverage =
        new Coverage(3, List.of(new NotWoven("com.acme.Huge.method(II)V", "method too large")));
    exclude = List.of("com.acme");
    CheckResult result = run(() -> {});
    assertThat(result.failure()).isEmpty();
    assertThat(result.warnings()).singleElement().asString().contains("com.acme.Huge.method(II)V");
    exclude = List.of("com.ac");
    assertNotChecked("method too large", "@RaceFree(exclude = \"com.acme.Huge\")");
  }

  @Test
  void noAccess_isNotChecked() throws InterruptedException {
    seen = new Observation(4, 0, 2, false, false, false, List.of());
    assertNotChecked("no data access was recorded", "@RaceFree(instrument = \"com.acme\")");
  }

  @Test
  void noAccess_inOneCaseOfMany_isAWarning() throws InterruptedException {
    seen = new Observation(4, 0, 2, false, false, false, List.of());
    requirement = Requirement.ONE_OF_MANY;
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

  @Test
  void expectedRace_found_passes() throws InterruptedException {
    expectation = new Expectation.SomeRace("Account.balance", Grade.PREDICTED);
    racyFrom = 2;
    assertThat(run(() -> {}).failure()).isEmpty();
    assertThat(started).hasSize(2);
  }

  @Test
  void expectedRace_notFound_fails() throws InterruptedException {
    expectation = new Expectation.SomeRace("", Grade.PREDICTED);
    assertThat(run(() -> {}).failure().orElseThrow())
        .isInstanceOf(NoRaceFoundError.class)
        .hasMessage(
            "AccountTest.transfers(): expected a race within 6 repetitions, but there was none\n"
                + "(replay: -Dracedet.seed=1)");
  }

  @Test
  void expectedRace_onOtherVariable_failsAndNamesIt() throws InterruptedException {
    expectation = new Expectation.SomeRace("Account.name", Grade.PREDICTED);
    racyFrom = 1;
    assertThat(run(() -> {}).failure().orElseThrow())
        .isInstanceOf(NoRaceFoundError.class)
        .hasMessageContaining("expected a race on Account.name within 6 repetitions")
        .hasMessageContaining("only:\n  write-read race (OBSERVED) on Account.balance");
  }

  @Test
  void expectedRace_bodyFails_failureStays() throws InterruptedException {
    expectation = new Expectation.SomeRace("", Grade.PREDICTED);
    racyFrom = 1;
    AssertionError own = new AssertionError("own");
    CheckResult result =
        run(
            () -> {
              throw own;
            });
    assertThat(result.failure()).containsSame(own);
    assertThat(own.getSuppressed()).hasSize(1);
  }

  @Test
  void interruptedRunner_interruptsTheBody() throws InterruptedException {
    CountDownLatch interrupted = new CountDownLatch(1);
    Thread.currentThread().interrupt();
    boolean thrown = false;
    try {
      run(
          () -> {
            try {
              new CountDownLatch(1).await();
            } catch (InterruptedException e) {
              interrupted.countDown();
            }
          });
    } catch (InterruptedException e) {
      thrown = true;
    }
    assertThat(thrown).isTrue();
    interrupted.await();
  }
}
