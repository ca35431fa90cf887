package io.racedet.junit.suites;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A suite that can be run.
 *
 * @param suite the suite
 * @param classPath what it needs beside JUnit Jupiter
 * @param classes the file that names the classes that may have tests, one in each line
 * @param folder where it is run
 */
record Prepared(Suite suite, List<Path> classPath, Path classes, Path folder) {
  /** Where the builds of the libraries have the data of their tests. */
  private static final String RESOURCES = "src/test/resources";

  /**
   * Prepares a suite.
   *
   * @param repository the Maven repository with its jars
   * @param own the class path with JUnit Jupiter, and racedet
   * @param folder a folder for it
   * @throws IllegalArgumentException if jars are missing; the message says how to get them
   */
  static Prepared of(Suite suite, Path repository, List<Path> own, Path folder) throws IOException {
    Files.createDirectories(folder);
    List<Path> jars = jars(suite, repository);
    Path compiled = folder.resolve("classes");
    Collection<String> classes =
        switch (suite.form()) {
          case JUPITER -> classes(suite, jars.get(0));
          case OLD -> compile(oldTests(suite, jars), joined(jars, own), compiled);
          case GENERATED -> compile(TrivialTests.sources(suite.packages()), own, compiled);
          case EXAMPLE ->
              compile(ReadmeExample.of(Files.readString(Path.of("README.md"))), own, compiled);
        };
    if (!jars.isEmpty()) {
      unpackResources(jars.get(0), folder.resolve(RESOURCES));
    }
    Path list = Files.write(folder.resolve("classes.txt"), classes);
    return new Prepared(suite, joined(List.of(compiled), jars), list, folder);
  }

  private static List<Path> jars(Suite suite, Path repository) {
    List<String> missing =
        suite.artifacts().stream()
            .filter(artifact -> !Files.exists(artifact.in(repository)))
            .map(Artifact::download)
            .toList();
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          "jars are not in " + repository + ", get them by\n" + String.join("\n", missing));
    }
    return suite.artifacts().stream().map(artifact -> artifact.in(repository)).toList();
  }

  private static Map<String, String> oldTests(Suite suite, List<Path> jars) throws IOException {
    URL[] urls = new URL[jars.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = jars.get(i).toUri().toURL();
    }
    try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
      return new OldTests(loader).sources(classes(suite, jars.get(0)));
    } catch (ClassNotFoundException notFound) {
      throw new IllegalArgumentException("classes of " + suite.text() + ": " + notFound, notFound);
    }
  }

  private static Collection<String> compile(
      Map<String, String> sources, List<Path> classPath, Path folder) throws IOException {
    new Compiler(classPath).compile(sources, folder);
    return sources.keySet();
  }

  private static List<String> classes(Suite suite, Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream()
          .map(ZipEntry::getName)
          .filter(name -> name.endsWith(".class"))
          .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
          .filter(suite::includes)
          .sorted()
          .toList();
    }
  }

  private static void unpackResources(Path jar, Path folder) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : zip.stream().toList()) {
        Path file = folder.resolve(entry.getName()).normalize();
        boolean isResource = !entry.isDirectory() && !entry.getName().endsWith(".class");
        if (isResource && file.startsWith(folder)) {
          Files.createDirectories(file.getParent());
          try (InputStream data = zip.getInputStream(entry)) {
            Files.write(file, data.readAllBytes());
          }
        }
      }
    }
  }

  private static List<Path> joined(List<Path> first, List<Path> second) {
    List<Path> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }
}
