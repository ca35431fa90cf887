package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
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
            EarlyInstallTest.MixedTestCases.class,
            VersionsTestCases.class,
            VersionsTestCases.PerClassTestCases.class);
    Map<String, String> expected =
        new TreeMap<>(Map.of("racy()", "io.racedet.junit.RaceFoundError"));
    Stream.of("clean()", "parameterized(int)[1]", "parameterized(int)[2]", "repeated()[1]")
        .forEach(test -> expected.put(test, "passed"));
    Stream.of("repeated()[2]", "dynamic()[1]", "nested()", "perClass()")
        .forEach(test -> expected.put(test, "passed"));
    // The first one, which is not checked, sees that the agent is installed.
    Stream.of("plainFirst()", "checked()").forEach(test -> expected.put(test, "passed"));
    assertThat(run.outcomes()).as(run.output()).isEqualTo(expected);
  }
}
