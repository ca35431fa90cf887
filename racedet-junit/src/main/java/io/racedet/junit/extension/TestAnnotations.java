package io.racedet.junit.extension;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import io.racedet.junit.RaceIgnore;
import io.racedet.junit.settings.Settings;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ModifierSupport;

/** The settings from the annotations of a test and of its classes; the nearest takes precedence. */
final class TestAnnotations {
  private final Class<?> testClass;
  private final List<Settings> settings = new ArrayList<>();
  private Optional<ExpectRace> expected = Optional.empty();
  private Optional<String> ignored = Optional.empty();

  /**
   * Reads the annotations.
   *
   * @throws IllegalArgumentException if they contradict each other, or a reason is blank
   */
  TestAnnotations(Method method, Class<?> testClass) {
    this.testClass = testClass;
    for (AnnotatedElement element : elements(method, testClass)) {
      read(element);
    }
  }

  private void read(AnnotatedElement element) {
    Optional<RaceFree> raceFree = AnnotationSupport.findAnnotation(element, RaceFree.class);
    Optional<ExpectRace> expectRace = AnnotationSupport.findAnnotation(element, ExpectRace.class);
    Optional<RaceIgnore> ignore = AnnotationSupport.findAnnotation(element, RaceIgnore.class);
    String origin = origin(element, testClass);
    if (raceFree.isPresent() && expectRace.isPresent()) {
      throw new IllegalArgumentException(
          "@RaceFree and @ExpectRace on "
              + origin
              + " (expected: one of them; @ExpectRace(with = @RaceFree(...)) takes settings)");
    }
    if (ignore.isPresent()) {
      ignore(ignore.get(), raceFree.isPresent() || expectRace.isPresent(), origin);
    }
    if (settings.isEmpty()) {
      expected = expectRace;
    }
    raceFree.ifPresent(a -> settings.add(Settings.of(a, "@RaceFree on " + origin)));
    expectRace.ifPresent(
        a -> settings.add(Settings.of(a.with(), "@ExpectRace on " + origin + ": with")));
  }

  private void ignore(RaceIgnore ignore, boolean isAlsoChecked, String origin) {
    if (isAlsoChecked) {
      throw new IllegalArgumentException(
          "@RaceIgnore on "
              + origin
              + ", where another annotation requests a check (expected: one of them)");
    }
    if (ignore.reason().isBlank()) {
      throw new IllegalArgumentException(
          "@RaceIgnore on " + origin + ": reason is blank (expected: why it is not checked)");
    }
    if (settings.isEmpty() && ignored.isEmpty()) {
      ignored = Optional.of(ignore.reason());
    }
  }

  /** The method, its class, and the enclosing classes of a {@code @Nested} class. */
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

  /** How messages name a method or class. */
  static String origin(AnnotatedElement element, Class<?> testClass) {
    return element instanceof Method method
        ? testClass.getSimpleName() + "." + method.getName() + "()"
        : ((Class<?>) element).getSimpleName();
  }

  /** Whether an annotation requests the check, and no nearer one excludes the test. */
  boolean isChecked() {
    return !settings.isEmpty();
  }

  /** Why the test is excluded; empty if it is not. */
  Optional<String> ignored() {
    return ignored;
  }

  /** The settings, in order of precedence. */
  List<Settings> settings() {
    return settings;
  }

  /** The race that the nearest annotation expects. */
  Optional<ExpectRace> expected() {
    return expected;
  }
}
