package io.racedet.junit.extension;

import io.racedet.junit.BodyThread;
import io.racedet.junit.ExpectRace;
import io.racedet.junit.FailOn;
import io.racedet.junit.NotCheckedError;
import io.racedet.junit.check.BegunCheck;
import io.racedet.junit.check.Check;
import io.racedet.junit.check.CheckResult;
import io.racedet.junit.check.CheckSubject;
import io.racedet.junit.check.EarlyRecorder;
import io.racedet.junit.check.Expectation;
import io.racedet.junit.check.Recorders;
import io.racedet.junit.check.RecordingRequirement;
import io.racedet.junit.check.TestLog;
import io.racedet.junit.results.RunFolder;
import io.racedet.junit.results.TestPart;
import io.racedet.junit.settings.FreshSeed;
import io.racedet.junit.settings.Options;
import io.racedet.junit.settings.OptionsReader;
import io.racedet.junit.settings.Settings;
import io.racedet.junit.settings.SharedOptions;
import io.racedet.race.Grade;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A test that is to be checked.
 *
 * @param expectation which result it must have
 * @param settings how a user sets an attribute: a format with {@code %s} for its name and for its
 *     value
 */
record CheckedTest(
    Options options,
    Expectation expectation,
    Class<?> testClass,
    Method method,
    String settings,
    boolean isAnnotated) {
  private static final Namespace NAMESPACE = Namespace.create(CheckedTest.class);
  private static final String LAUNCHER = "org.junit.platform.launcher.core.LauncherFactory";

  /**
   * Reads the annotations of a test and the configuration; returns the test; empty if neither an
   * annotation nor the configuration requests a check. A test that is excluded or disabled is
   * returned as well.
   *
   * @param begun the options of a suite with which a recording of the test has begun, if any
   * @throws IllegalArgumentException if an attribute is invalid
   */
  static Optional<CheckedTest> of(
      TestAnnotations annotations, ExtensionContext context, Optional<Options> begun) {
    boolean isAnnotated = annotations.isChecked();
    boolean isSuite = WholeSuite.isOn(context::getConfigurationParameter);
    if (!isAnnotated && !isSuite) {
      return Optional.empty();
    }
    Options options =
        isAnnotated ? read(annotations, context) : begun.orElseGet(() -> ofSuite(context));
    return Optional.of(
        new CheckedTest(
            options,
            expectation(annotations.expected(), options),
            context.getRequiredTestClass(),
            context.getRequiredTestMethod(),
            settings(annotations),
            isAnnotated));
  }

  private static Options read(TestAnnotations annotations, ExtensionContext context) {
    List<Settings> sources = new ArrayList<>(annotations.settings());
    sources.add(Settings.ofParameters(context::getConfigurationParameter));
    return new OptionsReader(sources, new FreshSeed()).read();
  }

  /**
   * Returns the options of the next test without an annotation, which are read once a run.
   *
   * @throws IllegalArgumentException if one is invalid
   */
  static Options ofSuite(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            SharedOptions.class,
            key -> WholeSuite.options(context::getConfigurationParameter),
            SharedOptions.class)
        .next();
  }

  private static Expectation expectation(Optional<ExpectRace> expected, Options options) {
    return expected
        .<Expectation>map(a -> new Expectation.SomeRace(a.on(), lowestGrade(a, options)))
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

  private static Grade lowestGrade(ExpectRace expected, Options options) {
    return expected.grade() == FailOn.DEFAULT
        ? options.failOn()
        : Grade.valueOf(expected.grade().name());
  }

  /** Whether it is a test factory: each of the tests that it creates is checked separately. */
  boolean isFactory() {
    return AnnotationSupport.isAnnotated(method, TestFactory.class);
  }

  /** Whether the run of the outer run is the first repetition. */
  boolean isOuterRun() {
    return !isAnnotated && !isFactory() && options.thread() == BodyThread.SAME;
  }

  /**
   * Checks the test.
   *
   * @throws InterruptedException if the runner interrupts the test
   */
  CheckResult run(ExtensionContext context) throws InterruptedException {
    return log(context).run(soFar -> check(context, soFar));
  }

  /** Returns the log of the test. */
  TestLog log(ExtensionContext context) {
    context.publishReportEntry(EndOfRun.OUTPUT, options.output().toString());
    RunFolder folder =
        context
            .getRoot()
            .getStore(NAMESPACE)
            .getOrComputeIfAbsent(options.output(), RunFolder::new, RunFolder.class);
    return new TestLog(options, subject(context), folder);
  }

  /** Records that the test runs unchecked. */
  void ignore(ExtensionContext context, String reason) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("racedet.ignored", reason);
    facts.putAll(log(context).ignore());
    context.publishReportEntry(facts);
  }

  private CheckResult check(ExtensionContext context, Consumer<TestPart> soFar)
      throws InterruptedException {
    BegunCheck check = begin(context, Optional.empty(), soFar);
    InnerRun body = new InnerRun(context);
    CheckResult result = check.end(body);
    for (Map<String, String> entry : body.lastEntries()) {
      context.publishReportEntry(entry);
    }
    return result;
  }

  /**
   * Begins the check.
   *
   * @param begun what has begun to record the test, if anything
   * @param soFar keeps what has been found
   */
  BegunCheck begin(
      ExtensionContext context, Optional<EarlyRecorder> begun, Consumer<TestPart> soFar) {
    requireLauncher(getClass().getClassLoader());
    EarlyRecorder recorder = begun.orElseGet(this::recorder);
    return new Check(subject(context), options, expectation).begin(recorder, soFar);
  }

  private EarlyRecorder recorder() {
    return !isAnnotated && options.thread() == BodyThread.SAME
        ? Recorders.ofSuite(options, testClass)
        : Recorders.connect(options, testClass, isAnnotated);
  }

  private CheckSubject subject(ExtensionContext context) {
    boolean oneOfMany = isFactory() || AnnotationSupport.isAnnotated(method, TestTemplate.class);
    String name = TestAnnotations.origin(method, testClass);
    RecordingRequirement requirement =
        oneOfMany ? RecordingRequirement.ONE_OF_MANY : RecordingRequirement.FULL;
    return new CheckSubject(
        context.getUniqueId(),
        oneOfMany ? name + " [" + context.getDisplayName() + "]" : name,
        testClass.getName(),
        settings,
        isAnnotated ? requirement : RecordingRequirement.COUNTED);
  }

  /**
   * Some build tools do not put the launcher on the class path of the tests unless it is declared.
   */
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
