package io.racedet.junit.agent.scope;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Which classes have their data accesses recorded.
 *
 * <p>An entry is a package with all below it ({@code com.acme}), a class with all nested in it
 * ({@code com.acme.Foo}), or a jar ({@code group:artifact}).
 *
 * @param testClass binary name of the test class, always in scope with all nested in it
 * @param project the root directory of the project under test
 * @param instrument entries; when there are none, the project under test: classes in directories,
 *     jars that its modules have built, and the package of the test class
 * @param exclude entries that are out of scope, with precedence over the others
 */
public record Scope(String testClass, Path project, List<String> instrument, List<String> exclude) {
  private static final List<String> BUILD_FILES =
      List.of(
          "pom.xml", "settings.gradle", "settings.gradle.kts", "build.gradle", "build.gradle.kts");

  public Scope {
    instrument = List.copyOf(instrument);
    exclude = List.copyOf(exclude);
  }

  /** The scope of a test. Nothing to include stands for the project under test. */
  public static Scope of(Class<?> testClass, List<String> instrument, List<String> exclude) {
    Class<?> outermost = testClass;
    while (outermost.getEnclosingClass() != null) {
      outermost = outermost.getEnclosingClass();
    }
    ClassOrigin origin = ClassOrigin.of(ClassOrigin.location(testClass.getProtectionDomain()));
    Path start = origin.isDirectory() ? origin.path() : Path.of("").toAbsolutePath();
    return new Scope(outermost.getName(), projectRoot(start), instrument, exclude);
  }

  /** What an entry alone names, without the test class. */
  public Scope onlyOf(String entry) {
    return new Scope("", project, List.of(entry), List.of());
  }

  /** The topmost directory with a build file, from a directory upwards. */
  static Path projectRoot(Path start) {
    Path root = start;
    for (Path dir = start; dir != null; dir = dir.getParent()) {
      if (BUILD_FILES.stream().map(dir::resolve).anyMatch(Files::exists)) {
        root = dir;
      }
    }
    return root;
  }

  boolean contains(String className, ClassOrigin origin) {
    if (isAny(exclude, className, origin)) {
      return false;
    }
    if (isWithin(testClass, className)) {
      return true;
    }
    if (instrument.isEmpty()) {
      return origin.isDirectory() || isBuiltByProject(origin) || isInTestPackage(className);
    }
    return isAny(instrument, className, origin);
  }

  private static boolean isAny(List<String> entries, String className, ClassOrigin origin) {
    for (String entry : entries) { // no stream: each class is asked for, in each scope
      if (matches(entry, className, origin)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(String entry, String className, ClassOrigin origin) {
    return entry.indexOf(':') >= 0 ? origin.isArtifact(entry) : isWithin(entry, className);
  }

  private static boolean isWithin(String packageOrClass, String className) {
    if (!className.startsWith(packageOrClass)) {
      return false;
    }
    int length = packageOrClass.length();
    return className.length() == length
        || className.charAt(length) == '.'
        || className.charAt(length) == '$';
  }

  private boolean isInTestPackage(String className) {
    int length = testClass.lastIndexOf('.');
    return className.lastIndexOf('.') == length
        && className.regionMatches(0, testClass, 0, Math.max(0, length));
  }

  private boolean isBuiltByProject(ClassOrigin origin) {
    Path jar = origin.path();
    if (jar == null || !jar.startsWith(project) || jar.getParent() == null) {
      return false;
    }
    Path directory = jar.getParent();
    return directory.endsWith("target") || directory.endsWith("build" + File.separator + "libs");
  }
}
