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
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The oracle finds that a line of the model is missing. */
@Tag("soak")
class SensitivityTest {
  private static final String MODEL = "io/racedet/junit/agent/model/jdk.model";
  private static final String COUNT =
      """
        decrementWorkerCount(), compareAndDecrementWorkerCount(int)   always; send ended of this
      """;

  @TempDir private Path directory;

  @Test
  void poolWithoutTheEndsOfItsWorkers_isFound() throws Exception {
    write(withoutCount(model()));
    String classPath = directory + File.pathSeparator + ForkedJvm.classPathWithout();
    ForkedJvm jvm =
        ForkedJvm.run(
            directory, List.of(), classPath, OracleMain.class.getName(), "60s", "1", "endings");
    System.out.println(jvm.output());
    assertThat(jvm.output()).containsPattern("FALSE ALARM endings: task  ->  ");
  }

  private static String model() throws IOException {
    try (InputStream in = RacedetAgent.class.getResourceAsStream('/' + MODEL)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String withoutCount(String model) {
    assertThat(model).contains(COUNT);
    return model.replace(COUNT, "");
  }

  private void write(String model) throws IOException {
    Path file = directory.resolve(MODEL);
    Files.createDirectories(file.getParent());
    Files.writeString(file, model);
  }
}
