package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.language.ModelSource;
import org.junit.jupiter.api.Test;

/** Meters hand nothing over, unless a user's model says that they may. */
class PureLibraryTest {
  private static void countAndRead() {
    Cell cell = new Cell();
    Counter counter = new SimpleMeterRegistry().counter("calls");
    inParallel(
        () -> {
          cell.data = 1;
          counter.increment();
          whisper("counted");
        },
        () -> {
          hear("counted");
          if (counter.count() == 1) {
            cell.data++;
          }
        });
  }

  @Test
  void meters_orderWhatAModelCallsUnknown() {
    assertThat(Recorded.run(PureLibraryTest.class, PureLibraryTest::countAndRead).races())
        .containsExactly("Programs.Cell.data");
    Recorded.install()
        .model(
            new ModelSource("meters.model", "unknown io.micrometer.*"),
            PureLibraryTest.class.getClassLoader());
    assertThat(Recorded.run(PureLibraryTest.class, PureLibraryTest::countAndRead).races())
        .isEmpty();
  }
}
