package io.racedet.junit.extension;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.FailOn;
import io.racedet.junit.NotCheckedError;
import io.racedet.junit.RaceFree;
import io.racedet.junit.check.AgentRecorder;
import io.racedet.junit.check.Check;
import io.racedet.junit.check.CheckResult;
import io.racedet.junit.check.Expectation;
import io.racedet.junit.check.FreshSeed;
import io.racedet.junit.check.Options;
import io.racedet.junit.check.OptionsReader;
import io.racedet.junit.check.Recorder;
import io.racedet.junit.check.Settings;
import io.racedet.junit.check.Subject;
import io.racedet.junit.check.TestLog;
import io.racedet.race.Grade;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ModifierSupport;

/**
 * A test that an annotation asks to check.
 *
 * @param options how
 * @param expectation what it should show
 * @param testClass its class
 * @param method its method
 * @param annotation source form of its annotation, with {@code %s} for an attribute and its value
 */
record CheckedTest(
    Options options,
    Expectation expectation,
    Class<?> testClass,
    Method method,
    String annotation) {
  private static final String LAUNCHER = "org.junit.platform.launcher.core.LauncherFactory";

  /**
   * Reads the annotations of a test; the nearest one decides between the two kinds.
   *
   * @return empty when neither is there
   * @throws IllegalArgumentException when an attribute is bad
   */
  static Optional<CheckedTest> of(ExtensionContext context) {
    Method method = context.getRequiredTestMethod();
    Class<?> testClass = context.getRequiredTestClass();
    List<Settings> settings = new ArrayList<>();
    Optional<ExpectRace> expected = Optional.empty();
    for (AnnotatedElement element : elements(method, testClass)) {
      Optional<RaceFree> raceFree = AnnotationSupport.findAnnotation(element, RaceFree.class);
      Optional<ExpectRace> expectRace = AnnotationSupport.findAnnotation(element, ExpectRace.class);
      String origin = origin(element, testClass);
      if (raceFree.isPresent() && expectRace.isPresent()) {
        throw new IllegalArgumentException(
            "@RaceFree and @ExpectRace on "
                + origin
                + " (expected: one of them; @ExpectRace(with = @RaceFree(...)) takes settings)");
      }
      if (settings.isEmpty()) {
        expected = expectRace;
      }
      raceFree.ifPresent(a -> settings.add(Settings.of(a, "@RaceFree on " + origin)));
      expectRace.ifPresent(
          a -> settings.add(Settings.of(a.with(), "@ExpectRace on " + origin + ": with")));
    }
    if (settings.isEmpty()) {
      return Optional.empty();
    }
    settings.add(Settings.ofParameters(context::getConfigurationParameter));
    Options options = new OptionsReader(settings, new FreshSeed()).read();
    Expectation expectation =
        expected
            .<Expectation>map(a -> new Expectation.SomeRace(a.on(), least(a, options)))
            .orElseGet(() -> new Expectation.NoRace(options.failOn()));
    String annotation =
        expected.isPresent() ? "@ExpectRace(with = @RaceFree(%s = %s))" : "@RaceFree(%s = %s)";
    return Optional.of(new CheckedTest(options, expectation, testClass, method, annotation));
  }

  private static Grade least(ExpectRace expected, Options options) {
    return expected.grade() == FailOn.DEFAULT
        ? options.failOn()
        : Grade.valueOf(expected.grade().name());
  }

  /** The method, its class, and the classes that a {@code @Nested} class is part of. */
  private static List<AnnotatedElement> elements(Method method, Class<?> testClass) {
    List<AnnotatedElement> elements = new ArrayList<>();
    elements.add(method);
    elements.add(testClass);
    for (Class<?> c = testClass; ModifierSupport.isNotStatic(c) && c.isMemberClass(); ) {
      c = c.getEnclosingClass();
      elements.add(c);
    }
    return elements;
  }

  private static String origin(AnnotatedElement element, Class<?> testClass) {
    return element instanceof Method method
        ? testClass.getSimpleName() + "." + method.getName() + "()"
        : ((Class<?>) element).getSimpleName();
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

  private CheckResult check(Subject subject, ExtensionContext context) throws InterruptedException {
    requireLauncher(getClass().getClassLoader());
    Recorder recorder = AgentRecorder.connect(options, testClass);
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
    String name = origin(method, testClass);
    return new Subject(
        context.getUniqueId(),
        oneOfMany ? name + " [" + context.getDisplayName() + "]" : name,
        testClass.getName(),
        annotation,
        oneOfMany);
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
