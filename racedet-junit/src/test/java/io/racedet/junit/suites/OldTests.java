package io.racedet.junit.suites;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Tests of JUnit Jupiter that call those of JUnit 3 and 4, one each, because a whole suite is
 * checked only where Jupiter runs the tests. A class that composes its tests by itself is one test.
 */
final class OldTests {
  private static final String JUNIT_3 = "junit.framework.TestCase";
  private static final String JUNIT_4 = "org.junit.Test";
  private static final Set<String> COMPOSED =
      Set.of("org.junit.runners.Parameterized", "org.junit.runners.Suite");
  private static final String SUFFIX = "InJupiter";
  private static final String HEAD =
      """
      package %s;

      class %s {
        private static void run(org.junit.runner.Request request) throws Throwable {
          org.junit.runner.Result result = new org.junit.runner.JUnitCore().run(request);
          if (!result.wasSuccessful()) {
            throw result.getFailures().get(0).getException();
          }
        }
      """;
  private static final String TEST =
      """

        @org.junit.jupiter.api.Test
        void %s() throws Throwable {
          run(org.junit.runner.Request.%s);
        }
      """;

  private final ClassLoader loader;

  /**
   * @param loader has the tests and what they need
   */
  OldTests(ClassLoader loader) {
    this.loader = loader;
  }

  /**
   * Writes the tests.
   *
   * @param classNames the classes that may have old tests
   * @return the sources by the full name of their class; none for a class without tests
   */
  Map<String, String> sources(Collection<String> classNames) throws ClassNotFoundException {
    Map<String, String> sources = new TreeMap<>();
    for (String name : classNames) {
      Class<?> old = Class.forName(name, false, loader);
      source(old).ifPresent(text -> sources.put(name + SUFFIX, text));
    }
    return sources;
  }

  private static Optional<String> source(Class<?> old) {
    if (Modifier.isAbstract(old.getModifiers()) || !Modifier.isPublic(old.getModifiers())) {
      return Optional.empty();
    }
    boolean isComposed = isComposed(old);
    Set<String> tests = isComposed ? Set.of() : tests(old);
    if (!isComposed && tests.isEmpty() || has(old, "org.junit.Ignore")) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder();
    text.append(HEAD.formatted(old.getPackageName(), old.getSimpleName() + SUFFIX));
    if (isComposed) {
      text.append(TEST.formatted("all", "aClass(" + old.getSimpleName() + ".class)"));
    }
    for (String test : tests) {
      String one = "method(" + old.getSimpleName() + ".class, \"" + test + "\")";
      text.append(TEST.formatted(test, one));
    }
    return Optional.of(text.append("}\n").toString());
  }

  private static Set<String> tests(Class<?> old) {
    Set<String> tests = new TreeSet<>();
    boolean isOfJUnit3 = isOfJUnit3(old);
    for (Method method : old.getMethods()) {
      boolean isTest =
          isOfJUnit3
              ? method.getName().startsWith("test") && method.getReturnType() == void.class
              : has(method, JUNIT_4) && !has(method, "org.junit.Ignore");
      if (isTest && method.getParameterCount() == 0) {
        tests.add(method.getName());
      }
    }
    return tests;
  }

  private static boolean isOfJUnit3(Class<?> old) {
    for (Class<?> each = old; each != null; each = each.getSuperclass()) {
      if (each.getName().equals(JUNIT_3)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isComposed(Class<?> old) {
    return Arrays.stream(old.getMethods())
            .anyMatch(method -> method.getName().equals("suite") && method.getParameterCount() == 0)
        || Arrays.stream(old.getAnnotations()).anyMatch(OldTests::isComposedBy);
  }

  private static boolean isComposedBy(Annotation annotation) {
    return annotation.annotationType().getName().equals("org.junit.runner.RunWith")
        && COMPOSED.stream().anyMatch(annotation.toString()::contains);
  }

  private static boolean has(AnnotatedElement element, String annotation) {
    return Arrays.stream(element.getAnnotations())
        .anyMatch(each -> each.annotationType().getName().equals(annotation));
  }
}
