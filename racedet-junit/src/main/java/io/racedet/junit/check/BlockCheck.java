package io.racedet.junit.check;

import io.racedet.junit.RaceCheck;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks a block of code outside any test framework. */
public final class BlockCheck {
  private BlockCheck() {}

  /**
   * Checks a block.
   *
   * @param settings text by attribute; the others come from system properties
   * @param block what to repeat; what it throws is thrown, or what the check found
   */
  public static void run(Map<String, String> settings, RaceCheck.Block block) {
    Options options =
        new OptionsReader(
                List.of(
                    Settings.of(settings, "RaceCheck: "),
                    Settings.ofParameters(key -> Optional.ofNullable(System.getProperty(key)))),
                new FreshSeed())
            .read();
    try {
      if (options.enabled()) {
        check(options, block);
      } else {
        block.run();
      }
    } catch (Throwable failure) {
      Unchecked.rethrow(failure);
    }
  }

  private static void check(Options options, RaceCheck.Block block) throws Throwable {
    // A lambda's class is a member of the package that it is written in.
    Class<?> home = block.getClass();
    Subject subject =
        new Subject(
            "a block of " + writtenIn(home),
            writtenIn(home),
            "RaceCheck.with().%s(%s)",
            Demand.FULL);
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
            .run(() -> check.run(body, AgentRecorder.connect(options, home)));
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
