package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.NotCheckedError;
import io.racedet.junit.RaceFree;
import io.racedet.junit.RaceFreeTest;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

class ConfigurationTest {
  /* Not final: reading it is an access, without which a checked test proves nothing and fails. */
  static AtomicInteger runs = new AtomicInteger();

  @BeforeEach
  void reset() {
    runs.set(0);
  }

  private static EngineExecutionResults run(Class<?> testClass, String... parameters) {
    EngineTestKit.Builder kit =
        EngineTestKit.engine("junit-jupiter")
            .configurationParameter("racedet.timeLimit", "20s")
            .selectors(selectClass(testClass));
    for (int i = 0; i < parameters.length; i += 2) {
      kit.configurationParameter(parameters[i], parameters[i + 1]);
    }
    return kit.execute();
  }

  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.METHOD)
  @Test
  @RaceFree(repetitions = 4)
  @interface FourTimes {}

  static class LayeredTestCases {
    @FourTimes
    void meta() {
      runs.incrementAndGet();
    }
  }

  @Test
  void metaAnnotation_itsAttributesHold() {
    run(LayeredTestCases.class, "racedet.repetitions", "9");
    assertThat(runs).hasValue(4);
  }

  @RaceFree(repetitions = 3)
  static class ClassLevelTestCases {
    @Nested
    class Inner {
      @Test
      @RaceFree(seed = 1)
      void test() {
        runs.incrementAndGet();
      }
    }
  }

  @Test
  void unsetAttribute_takenFromEnclosingClass() {
    run(ClassLevelTestCases.class);
    assertThat(runs).hasValue(3);
  }

  static class PlainTestCases {
    @RaceFreeTest
    void test() {
      runs.incrementAndGet();
    }
  }

  @Test
  void configurationParameter_sets() {
    run(PlainTestCases.class, "racedet.repetitions", "5");
    assertThat(runs).hasValue(5);
  }

  @Test
  void replayParameter_fixesTheSchedule() {
    EngineExecutionResults results =
        run(PlainTestCases.class, "racedet.repetitions", "4", "racedet.seed", "PRIORITY:4711");
    assertThat(
            results.allEvents().reportingEntryPublished().stream()
                .map(event -> event.getRequiredPayload(ReportEntry.class).getKeyValuePairs())
                .filter(entry -> entry.containsKey("racedet.seed")))
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry).containsEntry("racedet.seed", "PRIORITY:4711");
              assertThat(entry).containsEntry("racedet.schedules", "{PRIORITY=4}");
            });
  }

  @Test
  void disabledByParameter_runsOnceAsAnyTest() {
    EngineExecutionResults results = run(PlainTestCases.class, "racedet.enabled", "false");
    results.testEvents().assertStatistics(s -> s.started(1).succeeded(1));
    assertThat(runs).hasValue(1);
  }

  static class BadAttributeTestCases {
    @Test
    @RaceFree(timeLimit = "soon")
    void test() {
      runs.incrementAndGet();
    }
  }

  @Test
  void badAttribute_failsBeforeAnythingRuns() {
    Throwable failure = Failures.single(run(BadAttributeTestCases.class));
    assertThat(failure)
        .isInstanceOf(ExtensionConfigurationException.class)
        .hasMessage(
            "@RaceFree on BadAttributeTestCases.test(): timeLimit = soon (expected: a duration"
                + " such as 500ms, 2s or 1m)");
    assertThat(runs).hasValue(0);
  }

  @Test
  void badParameter_isNamed() {
    assertThat(Failures.single(run(PlainTestCases.class, "racedet.hangAfter", "10")))
        .hasMessageStartingWith("configuration parameter racedet.hangAfter = 10 (expected: ");
    assertThat(runs).hasValue(0);
  }

  static class UnknownEngineTestCases {
    @Test
    @RaceFree(engines = "fastrack")
    void test() {
      runs.incrementAndGet();
    }
  }

  @Test
  void unknownEngine_isNamed_withTheKnownOnes() {
    assertThat(Failures.single(run(UnknownEngineTestCases.class)))
        .hasMessageStartingWith("@RaceFree on UnknownEngineTestCases.test(): engines = fastrack")
        .hasMessageContaining("fasttrack")
        .hasMessageContaining("pwr-ee-l");
    assertThat(runs).hasValue(0);
  }

  static class ContradictionTestCases {
    @Test
    @RaceFree
    @ExpectRace
    void test() {
      runs.incrementAndGet();
    }
  }

  @Test
  void bothAnnotations_isAnError() {
    assertThat(Failures.single(run(ContradictionTestCases.class)))
        .hasMessageStartingWith("@RaceFree and @ExpectRace on ContradictionTestCases.test()");
    assertThat(runs).hasValue(0);
  }

  @Test
  void badSettingsOfExpectRace_areNamed() {
    assertThat(Failures.single(run(BadExpectationTestCases.class)))
        .hasMessageStartingWith(
            "@ExpectRace on BadExpectationTestCases.test(): with: repetitions = 0 (expected: ");
  }

  static class BadExpectationTestCases {
    @Test
    @ExpectRace(with = @RaceFree(repetitions = 0))
    void test() {
      runs.incrementAndGet();
    }
  }

  @Test
  void launcherAbsent_messageSaysHowToAddIt() throws Exception {
    try (URLClassLoader none =
        new URLClassLoader(new URL[0], ClassLoader.getPlatformClassLoader())) {
      assertThatThrownBy(() -> CheckedTest.requireLauncher(none))
          .isInstanceOf(NotCheckedError.class)
          .hasMessageContaining("junit-platform-launcher")
          .hasMessageContaining("testRuntimeOnly")
          .hasMessageContaining("Maven");
    }
  }
}
