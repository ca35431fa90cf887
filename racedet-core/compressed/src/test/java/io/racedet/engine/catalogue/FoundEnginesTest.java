package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The table of engines with those that this jar adds. */
class FoundEnginesTest {
  @Test
  void named_findsAnEngineOfThisJar() {
    assertThat(Engines.named("slp-hb").name()).isEqualTo("slp-hb");
  }

  @Test
  void unknownEngine_messageListsTheEnginesOfThisJar_andNamesNoFurtherOne() {
    assertThat(Engines.names()).startsWith("fasttrack").contains("slp-hb");
    assertThatThrownBy(() -> Engines.named("slp"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("engine: slp (expected: one of %s)", String.join(", ", Engines.names()));
  }
}
