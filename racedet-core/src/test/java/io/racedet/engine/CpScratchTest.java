package io.racedet.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.CpClosure;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import org.junit.jupiter.api.Test;

class CpScratchTest {
  @Test
  void litmus() {
    for (LitmusCase c : Litmus.all().toList()) {
      if (c.has("CP")) {
        assertThat(new CpClosure(c.trace(), false).races()).as(c.name() + c.trace()).isEqualTo(c.pairs("CP"));
      }
    }
  }

  @Test
  void many(org.junit.jupiter.api.TestReporter reporter) {
    RandomRuns.checkMany(
        reporter,
        t ->
            assertThat(EngineRun.of(Cp::new, t).pairs())
                .isEqualTo(new CpClosure(t, Boolean.getBoolean("atomics")).successive()));
  }

  @Test
  void some() {
    RandomRuns.checkSome(
        t ->
            assertThat(EngineRun.of(Cp::new, t).pairs())
                .isEqualTo(new CpClosure(t, Boolean.getBoolean("atomics")).successive()));
  }

  @Test
  void random() {
    for (LitmusCase c : Litmus.all().toList()) {
      assertThat(EngineRun.of(Cp::new, c.trace()).pairs()).as(c.name() + c.trace()).isEqualTo(new CpClosure(c.trace(), false).successive());
    }
  }
}
