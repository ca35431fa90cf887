package io.racedet.junit.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.ForkedJvm;
import io.racedet.junit.truth.program.Families;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the order that the model gives to random programs with the order of the raw
 * synchronisation actions inside the JDK.
 *
 * <p>System properties: {@code racedet.truth.seed} for the first program, {@code
 * racedet.truth.seconds} for the long test, {@code racedet.truth.families} for some of the families
 * of calls only, {@code racedet.truth.runs} for the runs of each program.
 */
class OracleTest {
  private static final List<String> FAMILIES =
      List.of(
          System.getProperty("racedet.truth.families", String.join(",", Families.names()))
              .split(","));
  private static final int RUNS = Integer.getInteger("racedet.truth.runs", 20);

  /** Families of which one program is compared here; longer runs know differences of some. */
  private static final List<String> SHORT =
      List.of(
          "stamps", "atomics", "shared", "pools", "endings", "threads", "stages", "signals",
          "queues", "maps", "locks");

  @TempDir private Path directory;

  @Test
  void somePrograms_modelAndJdkOrderTheSame() throws Exception {
    assertSame(Duration.ofMinutes(5), List.of(), "1", "1", SHORT);
  }

  @Test
  @Tag("soak")
  void manyPrograms_modelAndJdkOrderTheSame() throws Exception {
    long seconds = Long.getLong("racedet.truth.seconds", 60);
    List<String> allCompilers =
        List.of("-XX:TieredStopAtLevel=4", "-XX:-UseSerialGC", "-Dracedet.truth.runs=" + RUNS);
    String seed = Long.getLong("racedet.truth.seed", 1).toString();
    // The last program may take long.
    assertSame(
        Duration.ofSeconds(seconds).plusMinutes(20), allCompilers, seconds + "s", seed, FAMILIES);
  }

  private void assertSame(
      Duration limit, List<String> options, String programs, String seed, List<String> families)
      throws Exception {
    List<String> main = new ArrayList<>(List.of(OracleMain.class.getName(), programs, seed, ""));
    main.addAll(families);
    ForkedJvm jvm =
        ForkedJvm.runFor(
            limit, directory, options, ForkedJvm.classPathWithout(), main.toArray(String[]::new));
    System.out.println(jvm.output());
    assertThat(jvm.output()).contains("kinds of differences 0");
  }
}
