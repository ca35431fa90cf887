package io.racedet.samples.readme;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The packaged command line, run in a folder. */
final class CommandLine {
  private static final Path TARGET = Document.ROOT.resolve("racedet-core/cli/target");
  private static final String JAR_NAME = "racedet-cli-.*-all\\.jar";
  private static final int SECONDS = 300;

  private final Path jar;
  private final Path folder;
  private Method program; // of this process; its class loader lives as long

  private CommandLine(Path jar, Path folder) {
    this.jar = jar;
    this.folder = folder;
  }

  /** Empty where this build has not packaged it, as {@code mvn test}. */
  static Optional<CommandLine> in(Path folder) throws IOException {
    FileTime newestClass;
    try (Stream<Path> classes = Files.walk(TARGET.resolve("classes"))) {
      newestClass =
          classes
              .filter(Files::isRegularFile)
              .map(CommandLine::lastModified)
              .max(Comparator.naturalOrder())
              .orElseThrow();
    }
    try (Stream<Path> files = Files.list(TARGET)) {
      return files
          .filter(file -> file.getFileName().toString().matches(JAR_NAME))
          .filter(file -> lastModified(file).compareTo(newestClass) >= 0)
          .findAny()
          .map(file -> new CommandLine(file, folder));
    }
  }

  /** Runs {@code racedet} with these arguments; returns its standard output. */
  String run(List<String> arguments) throws IOException, InterruptedException {
    File output = File.createTempFile("output", ".txt", folder.toFile());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")); // for a short run
    command.addAll(List.of("-jar", jar.toString()));
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectOutput(output)
            .start();
    if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException(command + " took more than " + SECONDS + " s");
    }
    return Files.readString(output.toPath(), UTF_8);
  }

  /** Asks the command line for help in this process; returns its standard output. */
  String help(String... arguments) throws IOException, ReflectiveOperationException {
    if (program == null) {
      program =
          new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())
              .loadClass("io.racedet.cli.Main")
              .getDeclaredMethod(
                  "run", String[].class, InputStream.class, PrintStream.class, PrintStream.class);
      program.setAccessible(true);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream printed = new PrintStream(out, true, UTF_8);
    program.invoke(null, arguments, InputStream.nullInputStream(), printed, printed);
    return out.toString(UTF_8);
  }

  private static FileTime lastModified(Path file) {
    try {
      return Files.getLastModifiedTime(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
