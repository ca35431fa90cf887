package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.ForkedJvm;
import io.racedet.junit.RaceFreeTest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without the agent, a checked test fails and says how to fix it; other tests are not affected. */
class NotWiredTest {
  static class NotWiredTestCases {
    @RaceFreeTest
    void checked() {}

    @Test
    void plain() {}
  }

  @Test
  void attachForbidden_checkedTestFails_otherTestPasses(@TempDir Path reports) throws Exception {
    ConsoleRun run =
        ConsoleRun.of(
            ConsoleRun.releases().get(0),
            reports,
            List.of("-XX:+DisableAttachMechanism"),
            NotWiredTestCases.class);
    assertThat(run.outcomes())
        .as(run.output())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("checked()", "io.racedet.junit.NotCheckedError", "plain()", "passed"));
    assertThat(run.output()).contains("DisableAttachMechanism").contains("-javaagent");
  }

  @Test
  void attachForbiddenAndSwitchedOff_allPass(@TempDir Path reports) throws Exception {
    ConsoleRun run =
        ConsoleRun.of(
            ConsoleRun.releases().get(0),
            reports,
            List.of("-XX:+DisableAttachMechanism", "-Dracedet.enabled=false"),
            NotWiredTestCases.class);
    assertThat(run.outcomes())
        .as(run.output())
        .containsExactlyInAnyOrderEntriesOf(Map.of("checked()", "passed", "plain()", "passed"));
  }

  @Test
  void launcherAbsent_checkedTestFails_otherTestPasses(@TempDir Path directory) throws Exception {
    ForkedJvm jvm =
        ForkedJvm.run(
            directory,
            List.of(),
            ForkedJvm.classPathWithout("junit-platform-launcher", "junit-platform-testkit"),
            EngineWithoutLauncher.class.getName(),
            NotWiredTestCases.class.getName());
    assertThat(jvm.output())
        .contains("plain: passed")
        .contains("checked: io.racedet.junit.NotCheckedError: ")
        .contains("testRuntimeOnly(\"org.junit.platform:junit-platform-launcher\")");
  }
}
