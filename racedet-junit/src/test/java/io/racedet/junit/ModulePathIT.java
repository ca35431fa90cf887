package io.racedet.junit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Both jars as modules: tests in a module that requires them, compiled and run as users do. */
@Execution(ExecutionMode.CONCURRENT)
class ModulePathIT {
  private static final Path JAR = Path.of(System.getProperty("racedet.jar"));
  private static final Path SOURCES = Path.of("src", "modular", "java");
  private static final Path MODULE = SOURCES.resolve("module-info.java");
  private static final Pattern REQUIRED =
      Pattern.compile(
          "(racedet-core|fastutil-core|junit-jupiter-(api|engine)"
              + "|junit-platform-(commons|engine|launcher)|opentest4j|apiguardian-api)-.*");

  @TempDir private static Path classes;
  @TempDir private Path folder;

  @BeforeAll
  static void compile() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      List<Path> sources = files.filter(file -> file.toString().endsWith(".java")).toList();
      assertThat(javac(classes, classes, sources)).isEmpty();
    }
  }

  /** The jar of this module, and the jars that it and the tests require. */
  private static String jars() {
    return JAR
        + File.pathSeparator
        + Arrays.stream(ForkedJvm.classPathWithout().split(File.pathSeparator))
            .filter(entry -> REQUIRED.matcher(Path.of(entry).getFileName().toString()).matches())
            .collect(Collectors.joining(File.pathSeparator));
  }

  /**
   * Compiles a module.
   *
   * @param folder a class path other than that of this test
   * @return the messages
   */
  private static String javac(Path folder, Path output, List<Path> sources) {
    List<String> arguments = new ArrayList<>(List.of("-Xlint:all", "-Werror"));
    arguments.addAll(List.of("-d", output.toString(), "--module-path", jars()));
    arguments.addAll(List.of("--class-path", folder.toString()));
    sources.forEach(source -> arguments.add(source.toString()));
    StringWriter messages = new StringWriter();
    PrintWriter out = new PrintWriter(messages);
    ToolProvider.findFirst("javac").orElseThrow().run(out, out, arguments.toArray(String[]::new));
    return messages.toString();
  }

  @ParameterizedTest(name = "modules: {0}, -javaagent: {1}")
  @CsvSource({"false,false", "true,true"})
  @Tag("soak")
  void theRace_isFound_byTheOtherTwo(boolean modules, boolean javaagent) throws Exception {
    theRace_isFound(modules, javaagent);
  }

  @ParameterizedTest(name = "modules: {0}, -javaagent: {1}")
  @CsvSource({"false,true", "true,false"})
  void theRace_isFound(boolean modules, boolean javaagent) throws Exception {
    List<String> jvm = new ArrayList<>(List.of("-Dracedet.output=" + folder));
    if (javaagent) {
      jvm.add("-javaagent:" + JAR);
    }
    String path = classes + File.pathSeparator + jars();
    String main = "com.acme.counter.Main";
    ForkedJvm run =
        modules
            ? ForkedJvm.runModule(folder, jvm, path, "com.acme.counter/" + main)
            : ForkedJvm.run(folder, jvm, path, main);

    assertThat(run.output().lines())
        .as(run.output())
        .contains(
            "racedet in " + (modules ? "io.racedet.junit" : "null"),
            "racy() " + RaceFoundError.class.getName(),
            "clean() passed");
    assertThat(folder.resolve("races.json"))
        .content()
        .contains("\"version\" : \"" + System.getProperty("racedet.version") + '"')
        .contains("CounterCases.count");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "io.racedet.junit.check.BlockCheck",
        "io.racedet.junit.agent.RacedetAgent",
        "io.racedet.junit.spi.TestInterceptor",
        "io.racedet.report.timeline.TimelineRecorder",
        "io.racedet.junit.shaded.bytebuddy.agent.Installer"
      })
  void aTest_cannotNameWhatIsInternal(String internal) throws IOException {
    Path source =
        Files.writeString(
            folder.resolve("Internal.java"),
            "package com.acme.counter; import " + internal + "; class Internal {}");
    assertThat(javac(folder, folder.resolve("none"), List.of(MODULE, source)))
        .contains("does not export it");
  }

  @Test
  void theModule_hasAllPackagesOfTheJar() throws IOException {
    ModuleDescriptor module =
        ModuleFinder.of(JAR).find("io.racedet.junit").orElseThrow().descriptor();
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(module.packages())
          .isEqualTo(
              jar.stream()
                  .map(JarEntry::getName)
                  .filter(name -> name.endsWith(".class") && name.contains("/"))
                  .map(name -> name.substring(0, name.lastIndexOf('/')).replace('/', '.'))
                  .collect(Collectors.toSet()))
          .doesNotContain("io.racedet.runtime");
    }
    assertThat(module.rawVersion()).hasValue(System.getProperty("racedet.version"));
  }

  /** On the class path the one list counts, on the module path the other. */
  @Test
  void theModule_providesTheServicesOfTheJar() throws IOException {
    Map<String, List<String>> provided = new TreeMap<>();
    ModuleFinder.of(JAR).find("io.racedet.junit").orElseThrow().descriptor().provides().stream()
        .forEach(service -> provided.put(service.service(), service.providers()));
    Map<String, List<String>> listed = new TreeMap<>();
    try (JarFile jar = new JarFile(JAR.toFile())) {
      for (JarEntry entry : jar.stream().toList()) {
        if (entry.getName().matches("META-INF/services/.+")) {
          String lines = new String(jar.getInputStream(entry).readAllBytes(), UTF_8);
          listed.put(entry.getName().substring(18), lines.lines().toList());
        }
      }
    }
    assertThat(provided).isEqualTo(listed);
  }
}
