package io.racedet.junit.check;

import io.racedet.junit.BodyThread;
import io.racedet.junit.NotCheckedError;
import io.racedet.junit.Schedule;
import io.racedet.junit.agent.scope.Coverage;
import io.racedet.junit.baseline.BaselineSource;
import io.racedet.junit.known.KnownSource;
import io.racedet.junit.report.FoundRace;
import io.racedet.junit.results.TestPart;
import io.racedet.junit.settings.Options;
import io.racedet.junit.settings.Plan;
import io.racedet.junit.settings.SeededSchedule;
import io.racedet.junit.spi.Unchecked;
import io.racedet.race.Grade;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Timeout;

/** A check of a body, whose recordings show what a test wants. */
@Timeout(60)
abstract class CheckTestCase {
  private static final Observation CLEAN =
      new Observation(10, 5, 2, false, false, false, List.of());
  private static final Observation DAMAGED =
      new Observation(10, 5, 2, false, true, false, List.of(FoundRaces.race("x", Grade.OBSERVED)));
  private static final FoundRace RACE = FoundRaces.race("Account.balance", Grade.OBSERVED);

  final List<SeededSchedule> started = new ArrayList<>();
  final List<TestPart> soFar = new ArrayList<>();
  final AtomicLong now = new AtomicLong();
  Observation seen = CLEAN;
  Coverage coverage = new Coverage(List.of("com.acme.AccountTest"), List.of());
  List<String> instrument = List.of();
  List<String> exclude = List.of();
  List<String> matching = List.of();
  boolean isAlone;
  int damagedFrom = Integer.MAX_VALUE;
  int racyFrom = Integer.MAX_VALUE;
  int unanalysedFrom = Integer.MAX_VALUE;
  Supplier<? extends Throwable> unanalysed = () -> new NotCheckedError("the disk is full");
  Expectation expectation = new Expectation.NoRace(Grade.PREDICTED);
  RecordingRequirement requirement = RecordingRequirement.FULL;
  BodyThread thread = BodyThread.OWN;
  Duration hangAfter = Duration.ofSeconds(10);
  boolean threadFailures = true;
  KnownSource known = KnownSource.UNUSED;
  BaselineSource baseline = BaselineSource.DEFAULT;
  Optional<SeededSchedule> replay = Optional.empty();

  private final TestRecorder recorder =
      new TestRecorder() {
        @Override
        public ActiveRecording start(SeededSchedule perturbation) {
          started.add(perturbation);
          int number = started.size();
          return () -> () -> observation(number);
        }

        private Observation observation(int number) {
          if (number >= unanalysedFrom) {
            Unchecked.rethrow(unanalysed.get());
          }
          return number < damagedFrom ? number < racyFrom ? seen : with(RACE) : DAMAGED;
        }

        @Override
        public Coverage coverage() {
          return coverage;
        }

        @Override
        public boolean wasAlone() {
          return isAlone;
        }

        @Override
        public int matches(String entry) {
          return matching.contains(entry) ? 1 : 0;
        }
      };

  static Observation with(FoundRace... races) {
    return new Observation(10, 5, 2, false, false, false, List.of(races));
  }

  private Options options() {
    return new Options(
        true,
        6,
        Duration.ofSeconds(2),
        hangAfter,
        threadFailures,
        true,
        true,
        true,
        replay
            .<Plan>map(Plan.Replay::new)
            .orElseGet(() -> new Plan.Rotation(List.of(Schedule.values()), 1)),
        List.of("fasttrack"),
        Grade.PREDICTED,
        instrument,
        exclude,
        100,
        256,
        4096,
        thread,
        Path.of("target/racedet"),
        baseline,
        known);
  }

  CheckResult run(RunnableThatThrows code) throws InterruptedException {
    CheckSubject subject =
        new CheckSubject(
            "AccountTest.transfers()", "com.acme.AccountTest", "@RaceFree(%s = %s)", requirement);
    return new Check(subject, options(), expectation, now::get)
        .run(
            repetition -> {
              repetition.begin();
              code.run();
              repetition.end();
            },
            recorder,
            soFar::add);
  }

  @FunctionalInterface
  interface RunnableThatThrows {
    void run() throws Throwable;
  }
}
