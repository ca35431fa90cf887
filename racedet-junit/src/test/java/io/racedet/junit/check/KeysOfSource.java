package io.racedet.junit.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.racedet.junit.FailOn;
import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFoundError;
import io.racedet.report.ReportedRace;
import io.racedet.report.json.JsonReport;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles a class, calls it with 1 and 2 in two threads, and returns the races of that. */
final class KeysOfSource {
  private final Path directory;
  private final String className;

  /**
   * Prepares.
   *
   * @param directory an empty one
   * @param className binary name of a class with a public constructor that is an IntConsumer
   */
  KeysOfSource(Path directory, String className) {
    this.directory = directory;
    this.className = className;
  }

  /**
   * Returns the races.
   *
   * @param version a name for the text, of which there may be several
   * @param options of the compiler
   */
  List<ReportedRace> races(String version, String source, String... options) throws Exception {
    Path classes = Files.createDirectories(directory.resolve(version));
    compile(classes, source, options);
    String packageName = className.substring(0, className.lastIndexOf('.'));
    Path output = directory.resolve("report-" + version);
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      Class<?> type = loader.loadClass(className);
      RaceCheck check =
          RaceCheck.with()
              .instrument(packageName)
              .repetitions(1)
              .failOn(FailOn.OBSERVED)
              .output(output.toString());
      Throwable found = catchThrowable(() -> check.run(() -> race(type)));
      assertThat(found).isInstanceOf(RaceFoundError.class);
    }
    return races(output);
  }

  private void compile(Path classes, String source, String... options) throws IOException {
    String simpleName = className.substring(className.lastIndexOf('.') + 1);
    Path file = Files.writeString(classes.resolve(simpleName + ".java"), source);
    List<String> arguments = new ArrayList<>(List.of("-g", "-d", classes.toString()));
    arguments.addAll(List.of(options));
    arguments.add(file.toString());
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    assertThat(compiler.run(null, null, null, arguments.toArray(String[]::new))).isZero();
  }

  private static void race(Class<?> type) throws Throwable {
    IntConsumer shared = (IntConsumer) type.getConstructor().newInstance();
    RaceCheck.inParallel(() -> shared.accept(1), () -> shared.accept(2));
  }

  private static List<ReportedRace> races(Path output) throws IOException {
    try (InputStream in = Files.newInputStream(output.resolve("races.json"))) {
      return JsonReport.read(in).races();
    }
  }
}
