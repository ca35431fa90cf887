package io.racedet.junit.grande;

import io.racedet.junit.NotCheckedError;
import io.racedet.junit.RaceFoundError;
import io.racedet.junit.check.Body;
import io.racedet.junit.check.Check;
import io.racedet.junit.check.CheckResult;
import io.racedet.junit.check.CheckSubject;
import io.racedet.junit.check.Expectation;
import io.racedet.junit.check.Observation;
import io.racedet.junit.check.Recorders;
import io.racedet.junit.check.RecordingRequirement;
import io.racedet.junit.check.TestLog;
import io.racedet.junit.settings.FreshSeed;
import io.racedet.junit.settings.Options;
import io.racedet.junit.settings.OptionsReader;
import io.racedet.junit.settings.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Checks a body as a test with {@code @RaceFree(repetitions = 1, schedule = NONE)} is checked:
 * records and analyses it, and writes the report. The other settings are system properties.
 */
final class Checker {
  private final Class<?> home;
  private final Options options;

  /**
   * @param home a class that is woven, and whose class loader sees the others
   * @param packages the packages that are woven
   * @param output the folder of the report
   */
  Checker(Class<?> home, List<String> packages, Path output) {
    this.home = home;
    Map<String, String> settings =
        Map.of(
            "repetitions", "1",
            "schedule", "NONE",
            "hangAfter", "60m",
            "instrument", String.join(",", packages),
            "output", output.toString());
    options =
        new OptionsReader(
                List.of(
                    Settings.of(settings, "whole programs: "),
                    Settings.ofParameters(key -> Optional.ofNullable(System.getProperty(key)))),
                new FreshSeed())
            .read();
  }

  /**
   * What a check has shown.
   *
   * @param outcome whether the body was checked
   * @param recording the nanoseconds of the recording
   * @param events how many events were recorded
   * @param races how many races were found
   * @param reason why it was not checked
   */
  record Checked(Outcome outcome, long recording, long events, int races, String reason) {}

  /** Checks a body. */
  Checked check(Callable<Void> body) throws InterruptedException {
    CheckSubject subject =
        new CheckSubject(
            "a whole program", home.getName(), "-Dracedet.%s=%s", RecordingRequirement.FULL);
    Check check = new Check(subject, options, new Expectation.NoRace(options.failOn()));
    WatchedRecorder watched = new WatchedRecorder(Recorders.connect(options, home, true));
    CheckResult result =
        new TestLog(options, subject).run(soFar -> check.run(repetition(body), watched, soFar));
    return checked(result.failure(), watched);
  }

  private static Body repetition(Callable<Void> body) {
    return repetition -> {
      repetition.begin();
      try {
        body.call();
      } finally {
        repetition.end();
      }
    };
  }

  private Checked checked(Optional<Throwable> failure, WatchedRecorder watched) {
    if (watched.seen().isEmpty()) {
      return new Checked(Outcome.FAILED, watched.nanos(), 0, 0, reason(failure));
    }
    Observation seen = watched.seen().get();
    Outcome outcome = outcome(failure);
    String reason = outcome == Outcome.COMPLETE ? "" : reason(failure);
    if (seen.truncated() && outcome != Outcome.FAILED) {
      outcome = Outcome.NOT_CHECKED; // races that were found are not all
      reason = "cut at the limit of events";
    }
    return new Checked(outcome, watched.nanos(), seen.events(), races(seen), reason);
  }

  private static Outcome outcome(Optional<Throwable> failure) {
    if (failure.isEmpty() || failure.get() instanceof RaceFoundError) {
      return Outcome.COMPLETE;
    }
    return failure.get() instanceof NotCheckedError ? Outcome.NOT_CHECKED : Outcome.FAILED;
  }

  private int races(Observation seen) {
    return (int)
        seen.races().stream()
            .filter(found -> found.reported().grade().isAtLeast(options.failOn()))
            .map(found -> found.key())
            .distinct()
            .count();
  }

  private static String reason(Optional<Throwable> failure) {
    return failure
        .map(thrown -> thrown instanceof NotCheckedError ? thrown.getMessage() : thrown.toString())
        .flatMap(text -> text.lines().findFirst())
        .orElse("");
  }
}
