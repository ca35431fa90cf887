package io.racedet.junit.extension;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.FailOn;
import io.racedet.junit.NotCheckedError;
import io.racedet.junit.check.AgentRecorder;
import io.racedet.junit.check.Check;
import io.racedet.junit.check.CheckResult;
import io.racedet.junit.check.Expectation;
import io.racedet.junit.check.Requirement;
import io.racedet.junit.check.Subject;
import io.racedet.junit.check.TestLog;
import io.racedet.junit.check.TestRecorder;
import io.racedet.junit.settings.FreshSeed;
import io.racedet.junit.settings.Options;
import io.racedet.junit.settings.OptionsReader;
import io.racedet.junit.settings.Settings;
import io.racedet.race.Grade;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A test that is to be checked.
 *
 * @param options how
 * @param expectation what it should show
 * @param testClass its class
 * @param method its method
 * @param settings how to set an attribute, with {@code %s} for it and for its value
 * @param isAsked whether an annotation asks for just this test
 */
record CheckedTest(
    Options options,
    Expectation expectation,
    Class<?> testClass,
    Method method,
    String settings,
    boolean isAsked) {
  private static final String LAUNCHER = "org.junit.platform.launcher.core.LauncherFactory";

  /**
   * Reads the annotations of a test and the configuration.
   *
   * @return empty when nothing asks to check it; what an annotation leaves out is not empty
   * @throws IllegalArgumentException when an attribute is bad
   */
  static Optional<CheckedTest> of(TestAnnotations annotations, ExtensionContext context) {
    boolean isAsked = annotations.isChecked();
    boolean isSuite = WholeSuite.isOn(context::getConfigurationParameter);
    if (!isAsked && !isSuite) {
      return Optional.empty();
    }
    List<Settings> sources = new ArrayList<>(annotations.settings());
    sources.add(Settings.ofParameters(context::getConfigurationParameter));
    if (!isAsked) {
      sources.add(WholeSuite.DEFAULTS);
    }
    Options options = new OptionsReader(sources, new FreshSeed()).read();
    return Optional.of(
        new CheckedTest(
            options,
            expectation(annotations.expected(), options),
            context.getRequiredTestClass(),
            context.getRequiredTestMethod(),
            settings(annotations),
            isAsked));
  }

  private static Expectation expectation(Optional<ExpectRace> expected, Options options) {
    return expected
        .<Expectation>map(a -> new Expectation.SomeRace(a.on(), least(a, options)))
        .orElseGet(() -> new Expectation.NoRace(options.failOn()));
  }

  private static String settings(TestAnnotations annotations) {
    if (!annotations.isChecked()) {
      return "the configuration parameter racedet.%s = %s";
    }
    return annotations.expected().isPresent()
        ? "@ExpectRace(with = @RaceFree(%s = %s))"
        : "@RaceFree(%s = %s)";
  }

  private static Grade least(ExpectRace expected, Options options) {
    return expected.grade() == FailOn.DEFAULT
        ? options.failOn()
        : Grade.valueOf(expected.grade().name());
  }

  /** Whether its body only makes the tests, each of which is checked by itself. */
  boolean isFactory() {
    return AnnotationSupport.isAnnotated(method, TestFactory.class);
  }

  /**
   * Checks the test.
   *
   * @param context the context of the test case
   * @throws InterruptedException when the runner interrupts the test
   */
  CheckResult run(ExtensionContext context) throws InterruptedException {
    Subject subject = subject(context);
    context.publishReportEntry(EndOfRun.OUTPUT, options.output().toString());
    return new TestLog(options, subject).run(() -> check(subject, context));
  }

  /**
   * Notes that the test is run unchecked.
   *
   * @param context the context of the test case
   * @param reason why
   */
  void ignore(ExtensionContext context, String reason) {
    context.publishReportEntry(EndOfRun.OUTPUT, options.output().toString());
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("racedet.ignored", reason);
    facts.putAll(new TestLog(options, subject(context)).ignore());
    context.publishReportEntry(facts);
  }

  private CheckResult check(Subject subject, ExtensionContext context) throws InterruptedException {
    requireLauncher(getClass().getClassLoader());
    TestRecorder recorder = AgentRecorder.connect(options, testClass);
    try (InnerRun body = new InnerRun(context)) {
      CheckResult result = new Check(subject, options, expectation).run(body, recorder);
      for (Map<String, String> entry : body.lastEntries()) {
        context.publishReportEntry(entry);
      }
      return result;
    }
  }

  private Subject subject(ExtensionContext context) {
    boolean oneOfMany = isFactory() || AnnotationSupport.isAnnotated(method, TestTemplate.class);
    String name = TestAnnotations.origin(method, testClass);
    Requirement demand = oneOfMany ? Requirement.ONE_OF_MANY : Requirement.FULL;
    return new Subject(
        context.getUniqueId(),
        oneOfMany ? name + " [" + context.getDisplayName() + "]" : name,
        testClass.getName(),
        settings,
        isAsked ? demand : Requirement.COUNTED);
  }

  /** Some build tools keep the launcher away from tests unless it is declared. */
  static void requireLauncher(ClassLoader loader) {
    try {
      Class.forName(LAUNCHER, false, loader);
    } catch (ClassNotFoundException | LinkageError absent) {
      throw new NotCheckedError(
          "@RaceFree repeats a test with the JUnit Platform launcher, which is not on the class"
              + " path of the tests. Add it: in Gradle"
              + " testRuntimeOnly(\"org.junit.platform:junit-platform-launcher\"), in Maven"
              + " org.junit.platform:junit-platform-launcher with scope test",
          absent);
    }
  }
}
