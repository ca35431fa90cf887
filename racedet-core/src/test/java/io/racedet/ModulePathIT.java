package io.racedet;

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
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The library's jar as a module: a program that requires it, compiled and run as users do. */
class ModulePathIT {
  private static final Path JAR = Path.of(System.getProperty("racedet.jar"));
  private static final Path SOURCES = Path.of("src", "modular", "java");

  private static final Path MODULE = SOURCES.resolve("module-info.java");

  @TempDir private Path folder;
  private Path classes;

  @BeforeEach
  void compile() throws IOException {
    classes = folder.resolve("classes");
    try (Stream<Path> files = Files.walk(SOURCES)) {
      List<Path> sources = files.filter(file -> file.toString().endsWith(".java")).toList();
      assertThat(javac(classes, sources)).isEmpty();
    }
  }

  /** The library and what it requires. */
  private static String library() {
    String own =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return JAR
        + File.pathSeparator
        + Arrays.stream(own.split(File.pathSeparator))
            .filter(entry -> Path.of(entry).getFileName().toString().startsWith("fastutil-core"))
            .collect(Collectors.joining(File.pathSeparator));
  }

  /** Compiles a module; returns the messages. */
  private String javac(Path output, List<Path> sources) {
    List<String> arguments = new ArrayList<>(List.of("-Xlint:all", "-Werror"));
    arguments.addAll(List.of("-d", output.toString(), "--module-path", library()));
    arguments.addAll(List.of("--class-path", folder.toString())); // not that of this test
    sources.forEach(source -> arguments.add(source.toString()));
    StringWriter messages = new StringWriter();
    PrintWriter out = new PrintWriter(messages);
    ToolProvider.findFirst("javac").orElseThrow().run(out, out, arguments.toArray(String[]::new));
    return messages.toString();
  }

  private String java(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(arguments));
    File output = folder.resolve("output.txt").toFile();
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output)
            .start();
    boolean ended = process.waitFor(5, TimeUnit.MINUTES);
    process.destroyForcibly();
    assertThat(ended).isTrue();
    return Files.readString(output.toPath());
  }

  @Test
  void aProgram_runsOnTheClassPath() throws IOException, InterruptedException {
    String path = classes + File.pathSeparator + library();
    assertThat(java("-cp", path, "com.acme.orders.Main").lines())
        .containsExactly("racedet in null", "WRITE_READ OBSERVED", "orders.std", "true");
  }

  @Test
  void aProgram_runsOnTheModulePath() throws IOException, InterruptedException {
    String path = classes + File.pathSeparator + library();
    assertThat(java("--module-path", path, "-m", "com.acme.orders/com.acme.orders.Main").lines())
        .containsExactly("racedet in io.racedet.core", "WRITE_READ OBSERVED", "orders.std", "true");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "io.racedet.witness.WitnessSearch",
        "io.racedet.engine.history.*",
        "io.racedet.clock.Clock",
        "io.racedet.report.timeline.TimelineRecorder"
      })
  void aProgram_cannotNameWhatIsInternal(String internal) throws IOException {
    Path source =
        Files.writeString(
            folder.resolve("Internal.java"),
            "package com.acme.orders; import " + internal + "; class Internal {}");
    assertThat(javac(folder.resolve("none"), List.of(MODULE, source)))
        .contains("does not export it");
  }

  @Test
  void theModule_hasAllPackagesOfTheJar() throws IOException {
    ModuleDescriptor module =
        ModuleFinder.of(JAR).find("io.racedet.core").orElseThrow().descriptor();
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(module.packages())
          .isEqualTo(
              jar.stream()
                  .map(JarEntry::getName)
                  .filter(name -> name.endsWith(".class") && name.contains("/"))
                  .map(name -> name.substring(0, name.lastIndexOf('/')).replace('/', '.'))
                  .collect(Collectors.toSet()));
    }
    assertThat(module.rawVersion()).hasValue(System.getProperty("racedet.version"));
  }
}
