package io.racedet.junit.check;

import io.racedet.junit.settings.FreshSeed;
import io.racedet.junit.settings.Options;
import io.racedet.junit.settings.OptionsReader;
import io.racedet.junit.settings.Settings;
import io.racedet.junit.spi.BlockChecker;
import io.racedet.junit.spi.Unchecked;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks a block of code outside any test framework. */
public final class BlockCheck implements BlockChecker {
  @Override
  public void check(Map<String, String> settings, Class<?> home, Block block) {
    Options options =
        new OptionsReader(
                List.of(
                    Settings.of(settings, "RaceCheck: "),
                    Settings.ofParameters(key -> Optional.ofNullable(System.getProperty(key)))),
                new FreshSeed())
            .read();
    try {
      if (options.enabled()) {
        check(options, home, block);
      } else {
        block.run();
      }
    } catch (Throwable failure) {
      Unchecked.rethrow(failure);
    }
  }

  private static void check(Options options, Class<?> home, Block block) throws Throwable {
    CheckSubject subject =
        new CheckSubject(
            "a block of " + writtenIn(home),
            writtenIn(home),
            "RaceCheck.with().%s(%s)",
            RecordingRequirement.FULL);
    Body body =
        repetition -> {
          repetition.begin();
          try {
            block.run();
          } finally {
            repetition.end();
          }
        };
    Check check = new Check(subject, options, new Expectation.NoRace(options.failOn()));
    CheckResult result =
        new TestLog(options, subject)
            .run(soFar -> check.run(body, Recorders.connect(options, home, true), soFar));
    if (result.wasInterrupted()) {
      Thread.currentThread().interrupt();
    }
    if (result.failure().isPresent()) {
      throw result.failure().get();
    }
  }

  private static String writtenIn(Class<?> home) {
    String name = home.getName();
    int lambda = name.indexOf("$$");
    return lambda < 0 ? name : name.substring(0, lambda);
  }
}
