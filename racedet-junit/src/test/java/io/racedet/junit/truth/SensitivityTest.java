package io.racedet.junit.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.ForkedJvm;
import io.racedet.junit.agent.RacedetAgent;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The oracle finds a line of the model that is known to be wrong. */
@Tag("soak")
class SensitivityTest {
  private static final String MODEL = "io/racedet/junit/agent/model/jdk.model";
  private static final String POOL = "class java.util.concurrent.ThreadPoolExecutor";
  private static final List<String> COUNTED =
      List.of(
          "getTask(",
          "processWorkerExit(",
          "addWorker(",
          "decrementWorkerCount(",
          "compareAndDecrementWorkerCount(",
          "compareAndIncrementWorkerCount(");

  @TempDir private Path directory;

  @Test
  void poolLineThatSendsAfterTheWorkersCount_isFound() throws Exception {
    write(withOldPool(model()));
    String classPath = directory + File.pathSeparator + ForkedJvm.classPathWithout();
    ForkedJvm jvm =
        ForkedJvm.run(
            directory, List.of(), classPath, OracleMain.class.getName(), "60", "1", "endings");
    System.out.println(jvm.output());
    assertThat(jvm.output()).containsPattern("FALSE ALARM endings: task  ->  ");
  }

  private static String model() throws IOException {
    try (InputStream in = RacedetAgent.class.getResourceAsStream('/' + MODEL)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The model with a pool that sends only when its worker exits. */
  static String withOldPool(String model) {
    List<String> lines = new ArrayList<>();
    boolean inPool = false;
    for (String line : model.lines().toList()) {
      if (line.startsWith("class ")) {
        inPool = line.equals(POOL);
      }
      if (!inPool || Stream.of(line.trim()).noneMatch(SensitivityTest::isCounted)) {
        lines.add(line);
      }
      if (line.equals(POOL)) {
        lines.add("  getTask()                          receive this[result] if result");
        lines.add("  processWorkerExit(Worker, boolean) send this");
      }
    }
    return String.join("\n", lines) + '\n';
  }

  private static boolean isCounted(String line) {
    return COUNTED.stream().anyMatch(line::startsWith);
  }

  private void write(String model) throws IOException {
    Path file = directory.resolve(MODEL);
    Files.createDirectories(file.getParent());
    Files.writeString(file, model);
  }
}
