package io.racedet.junit.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.ForkedJvm;
import io.racedet.junit.truth.program.Families;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * Compares the order that the model gives to random programs with the order of the raw
 * synchronisation actions inside the JDK.
 *
 * <p>System properties: {@code racedet.truth.seed} for the first program, {@code
 * racedet.truth.seconds} for the long test, {@code racedet.truth.families} for some of the families
 * of calls only, {@code racedet.truth.runs} for the runs of each program.
 */
@ResourceLock(Resources.GLOBAL)
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
    List<String> program = new ArrayList<>(List.of(OracleMain.class.getName(), "1", "1", ""));
    program.addAll(SHORT);
    ForkedJvm jvm =
        ForkedJvm.run(
            directory, List.of(), ForkedJvm.classPathWithout(), program.toArray(String[]::new));
    assertThat(jvm.output()).contains("kinds of differences 0");
  }

  @Test
  @Tag("soak")
  void manyPrograms_modelAndJdkOrderTheSame() throws InterruptedException {
    long seconds = Long.getLong("racedet.truth.seconds", 60);
    Comparison comparison = new Comparison(RUNS);
    comparison.compareFor(seconds, Long.getLong("racedet.truth.seed", 1), FAMILIES);
    System.out.println(comparison);
    assertThat(comparison.differences()).isZero();
  }
}
