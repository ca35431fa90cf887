package io.racedet.junit.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.gate.WritingJvm;
import io.racedet.report.RunReport;
import io.racedet.report.TestRun;
import io.racedet.report.json.JsonReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A report folder, as JVMs of a run leave it. */
abstract class RunFolderTestCase {
  static final RunName RUN = new RunName("run", false);
  static final ProcessIdentity DEAD = new ProcessIdentity(999_999_999L, 1);

  @TempDir Path directory;
  Path output;

  @BeforeEach
  void nameTheOutput() {
    output = directory.resolve("target").resolve("racedet");
  }

  RunFolder folder() {
    return new RunFolder(output, RUN, ProcessIdentity.current());
  }

  RunReport json() throws IOException {
    try (InputStream in = Files.newInputStream(output.resolve("races.json"))) {
      return JsonReport.read(in);
    }
  }

  static List<String> tests(RunReport report) {
    return report.tests().stream().map(TestRun::id).toList();
  }

  static List<String> fields(RunReport report) {
    return report.races().stream().map(race -> race.variable().name()).toList();
  }

  Process start(String prefix, int tests, String end, String... wrapper) throws IOException {
    List<String> command = new ArrayList<>(List.of(wrapper));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
    command.add("-Dracedet.run=one");
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    command.addAll(List.of("-cp", classPath, WritingJvm.class.getName()));
    command.addAll(List.of(output.toString(), prefix, Integer.toString(tests), end));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  static String output(Process process) throws Exception {
    String text = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(text).isTrue();
    return text;
  }
}
