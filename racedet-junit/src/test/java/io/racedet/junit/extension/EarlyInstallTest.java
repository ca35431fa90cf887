package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.RaceFreeTest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The agent is installed before the first test, but only for plans with a checked one. */
class EarlyInstallTest {
  static boolean isInstalled() {
    try {
      Class.forName("io.racedet.runtime.Hooks", false, null);
      return true;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }

  /** A plan with a checked test, which {@link JUnitVersionsTest} runs: it installs first. */
  @TestMethodOrder(MethodOrderer.OrderAnnotation.class)
  static class MixedTestCases {
    private int touched;

    @Test
    @Order(1)
    void plainFirst() {
      assertThat(isInstalled()).isTrue();
    }

    @RaceFreeTest
    @Order(2)
    void checked() {
      touched++;
    }
  }

  static class PlainTestCases {
    @Test
    void plain() {
      assertThat(isInstalled()).isFalse();
    }
  }

  @Test
  void planWithoutACheckedTest_installsNothing(@TempDir Path reports) throws Exception {
    ConsoleRun run =
        ConsoleRun.of(ConsoleRun.releases().get(0), reports, List.of(), PlainTestCases.class);
    assertThat(run.outcomes()).as(run.output()).isEqualTo(Map.of("plain()", "passed"));
  }
}
