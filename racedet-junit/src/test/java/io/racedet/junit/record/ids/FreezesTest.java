package io.racedet.junit.record.ids;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FreezesTest {
  private final Freezes freezes = new Freezes();

  @Test
  void eachOtherThread_receivesOnce() {
    assertThat(freezes.receive(1, 5)).isFalse();
    freezes.add(5, 0);
    assertThat(freezes.receive(0, 5)).isFalse();
    assertThat(freezes.receive(1, 5)).isTrue();
    assertThat(freezes.receive(1, 5)).isFalse();
    assertThat(freezes.receive(2, 5)).isTrue();
    assertThat(freezes.receive(1, 6)).isFalse();
  }

  @Test
  void forgottenObjects_areAsIfTheyHadNotBeenFrozen() {
    freezes.add(5, 0);
    freezes.add(6, 0);
    assertThat(freezes.receive(1, 5)).isTrue();
    assertThat(freezes.receive(1, 6)).isTrue();
    freezes.forget(object -> object == 5);
    assertThat(freezes.receive(1, 5)).isFalse();
    freezes.add(5, 0);
    assertThat(freezes.receive(1, 5)).isTrue();
    assertThat(freezes.receive(1, 6)).isFalse();
  }
}
