package io.racedet.junit.grande;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class EffortTest {
  private static final Effort EFFORT = new Effort(2, 3, 60);

  @Test
  void arguments_areReadAsWhatTheyWere() {
    assertThat(Effort.of(EFFORT.arguments())).isEqualTo(EFFORT);
  }

  @Test
  void warmUp_endsByNumber_orAfterHalfOfTheTime() {
    assertThat(EFFORT.wantsWarmUp(0, Duration.ZERO)).isTrue();
    assertThat(EFFORT.wantsWarmUp(1, Duration.ofMillis(29_999))).isTrue();
    assertThat(EFFORT.wantsWarmUp(1, Duration.ofSeconds(30))).isFalse();
    assertThat(EFFORT.wantsWarmUp(2, Duration.ZERO)).isFalse();
  }

  @Test
  void timedRuns_endByNumber_orAfterTheTime_butThereIsOne() {
    assertThat(EFFORT.wantsRun(0, Duration.ofHours(1))).isTrue();
    assertThat(EFFORT.wantsRun(1, Duration.ofMillis(59_999))).isTrue();
    assertThat(EFFORT.wantsRun(1, Duration.ofSeconds(60))).isFalse();
    assertThat(EFFORT.wantsRun(2, Duration.ZERO)).isTrue();
    assertThat(EFFORT.wantsRun(3, Duration.ZERO)).isFalse();
  }
}
