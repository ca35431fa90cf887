package io.racedet.junit.truth.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class OutcomesTest {

  @Test
  void text_ofHistory_tellsResultsAndExceptions() {
    long history = Strand.learnt(0, 4, 7);
    history = Strand.learnt(history, 5, Outcomes.of(new RejectedExecutionException()));
    assertThat(Outcomes.text(List.of(4, 5), history)).isEqualTo(" 7 RejectedExecutionException");
  }

  @Test
  void text_ofUnknownHistory_isItsNumber() {
    assertThat(Outcomes.text(List.of(4), 1_000_000)).isEqualTo("1000000");
  }

  @Test
  void world_afterItsRun_isOver() {
    World first = new World(0);
    assertThat(first.isOver()).isFalse();
    World second = new World(0);
    assertThat(first.isOver()).isTrue();
    World.over();
    assertThat(second.isOver()).isTrue();
  }
}
