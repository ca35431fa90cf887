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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The oracle finds that a line of the model is missing, or wrong. */
@Tag("soak")
class SensitivityTest {
  private static final String MODEL = "io/racedet/junit/agent/model/jdk.model";
  private static final String COUNT =
      """
        decrementWorkerCount(), compareAndDecrementWorkerCount(int)   always; send ended of this
      """;

  private static final String POOL = "class java.util.concurrent.ThreadPoolExecutor";

  /* The first model of the pool: a worker sends when it has been taken from the pool. */
  private static final String OLD_POOL =
      POOL
          + """

            execute(Runnable)                    send this[1]
            getTask()                            receive this[result] if result
            processWorkerExit(Worker, boolean)   send this
            awaitTermination(long, TimeUnit)     receive this if result
            isTerminated()                       receive this if result
            beforeExecute(Thread, Runnable)      at entry: receive this[2]
            runWorker(Worker), afterExecute(Runnable, Throwable), terminated()
            *                                    quiet\
          """;

  private static final String PROGRAMS = "40";

  /** What a busy machine needs for all of them. */
  private static final Duration LIMIT = Duration.ofMinutes(40);

  @TempDir private Path directory;

  @Test
  void poolWithoutTheEndsOfItsWorkers_isFound() throws Exception {
    assertFound("FALSE ALARM endings: task  ->  ", withoutCount(model()));
  }

  @Test
  void firstModelOfThePool_isFound() throws Exception {
    assertFound("FALSE ALARM endings: .*  ->  awaitTermination", withOldPool(model()));
  }

  private void assertFound(String difference, String model) throws Exception {
    write(model);
    String classPath = directory + File.pathSeparator + ForkedJvm.classPathWithout();
    String main = OracleMain.class.getName();
    ForkedJvm jvm =
        ForkedJvm.runFor(
            LIMIT, directory, List.of(), classPath, main, PROGRAMS, "1", difference, "endings");
    System.out.println(jvm.output());
    assertThat(jvm.output()).containsPattern(difference);
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

  private static String withOldPool(String model) {
    List<String> lines = new ArrayList<>();
    boolean inPool = false;
    for (String line : model.lines().toList()) {
      if (line.startsWith("class ") || line.startsWith("[")) {
        inPool = line.equals(POOL);
        if (inPool) {
          lines.add(OLD_POOL);
        }
      }
      if (!inPool) {
        lines.add(line);
      }
    }
    return String.join("\n", lines) + '\n';
  }

  private void write(String model) throws IOException {
    Path file = directory.resolve(MODEL);
    Files.createDirectories(file.getParent());
    Files.writeString(file, model);
  }
}
