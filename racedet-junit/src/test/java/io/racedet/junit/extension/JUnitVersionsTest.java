package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same compiled extension and tests on the oldest and the newest supported JUnit releases. */
class JUnitVersionsTest {
  static List<Path> ends() throws IOException {
    List<Path> all = ConsoleRun.releases();
    return List.of(all.get(0), all.get(all.size() - 1));
  }

  static List<Path> between() throws IOException {
    List<Path> all = ConsoleRun.releases();
    return all.subList(1, all.size() - 1);
  }

  @Test
  void threeReleases_areThere() throws IOException {
    assertThat(ConsoleRun.releases()).hasSize(3);
  }

  @ParameterizedTest
  @MethodSource("between")
  @Tag("soak")
  void testSet_ofAReleaseBetween_hasTheSameOutcomes(Path release, @TempDir Path reports)
      throws Exception {
    testSet_hasTheSameOutcomes(release, reports);
  }

  @ParameterizedTest
  @MethodSource("ends")
  void testSet_hasTheSameOutcomes(Path release, @TempDir Path reports) throws Exception {
    ConsoleRun run =
        ConsoleRun.of(
            release,
            reports,
            List.of(),
            VersionsTestCases.class,
            VersionsTestCases.PerClassTestCases.class);
    assertThat(run.outcomes())
        .as(run.output())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "clean()", "passed",
                "racy()", "io.racedet.junit.RaceFoundError",
                "parameterized(int)[1]", "passed",
                "parameterized(int)[2]", "passed",
                "repeated()[1]", "passed",
                "repeated()[2]", "passed",
                "dynamic()[1]", "passed",
                "nested()", "passed",
                "perClass()", "passed"));
  }
}
