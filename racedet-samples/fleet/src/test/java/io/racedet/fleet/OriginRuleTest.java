package io.racedet.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OriginRuleTest {
  @ParameterizedTest
  @CsvSource({
    "ci/run-7/core/target/racedet/traces/a.rdt, run-7, core",
    "run-7/core/target/racedet/a.rdt, run-7, core",
    "/data/run-7/core/traces/a.rdt, run-7, core",
    "hdfs://cluster/data/run-7/core/a.rdt, run-7, core",
    "core/a.rdt, '', core",
    "a.rdt, '', ''"
  })
  void theDefault_takesTheLastFolders(String path, String build, String module) {
    assertThat(new OriginRule(OriginRule.DEFAULT).of(path)).isEqualTo(new Origin(build, module));
  }

  @Test
  void ownRules_nameTheirGroups() {
    assertThat(new OriginRule(".*/(?<module>\\w+)@(?<build>\\d+)/.*").of("x/core@17/a/b.rdt"))
        .isEqualTo(new Origin("17", "core"));
    assertThat(new OriginRule("(?<build>[^/]+)/.*").of("17/a.rdt")).isEqualTo(new Origin("17", ""));
    assertThat(new OriginRule("(?<build>\\d+)/.*").of("x/a.rdt")).isEqualTo(new Origin("", ""));
    assertThatThrownBy(() -> new OriginRule(".*")).hasMessageContaining("expected: a group");
  }
}
