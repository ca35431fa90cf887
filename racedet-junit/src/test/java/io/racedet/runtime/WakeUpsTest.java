package io.racedet.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WakeUpsTest {
  private static final long SECOND = 1_000_000_000L;

  private final WakeUps wakeUps = new WakeUps(0);

  @Test
  void firstRecording_isNotCalm_sinceNothingIsKnown() {
    wakeUps.begin(SECOND);
    assertThat(wakeUps.areOver(2 * SECOND)).isFalse();
  }

  @Test
  void wakeUp_inTheRecordingBefore_isNotOver() {
    wakeUps.begin(SECOND);
    wakeUps.seen(2 * SECOND);
    wakeUps.begin(9 * SECOND);
    assertThat(wakeUps.areOver(10 * SECOND)).isFalse();
  }

  @Test
  void wakeUp_beforeThat_isOver() {
    wakeUps.seen(SECOND);
    wakeUps.begin(2 * SECOND);
    wakeUps.begin(3 * SECOND);
    assertThat(wakeUps.areOver(4 * SECOND)).isTrue();
  }

  @Test
  void wakeUp_longBefore_butWithinAMoment_isNotOver() {
    wakeUps.seen(1);
    wakeUps.begin(2);
    wakeUps.begin(3);
    assertThat(wakeUps.areOver(4)).isFalse();
  }
}
