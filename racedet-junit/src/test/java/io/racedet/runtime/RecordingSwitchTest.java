package io.racedet.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RecordingSwitchTest {
  @AfterEach
  void turnOff() {
    RecordingSwitch.turn(false);
    RecordingSwitch.turnForData(false);
  }

  @Test
  void turn_eachOfTheTwo_leavesTheOtherAsItIs() {
    RecordingSwitch.turn(true);
    assertThat(RecordingSwitch.isOn()).isTrue();
    assertThat(RecordingSwitch.isOnForData()).isFalse();
    RecordingSwitch.turnForData(true);
    RecordingSwitch.turn(false);
    assertThat(RecordingSwitch.isOn()).isFalse();
    assertThat(RecordingSwitch.isOnForData()).isTrue();
  }

  /** What the compilers have taken for a constant until then. */
  @Test
  void turn_afterCodeThatAsksWasCompiled_isSeenByIt() {
    int on = 0;
    for (int turn = 0; turn < 10; turn++) {
      RecordingSwitch.turn(turn % 2 == 0);
      on += timesOn(20_000);
    }
    assertThat(on).isEqualTo(5 * 20_000);
  }

  private static int timesOn(int asked) {
    int on = 0;
    for (int i = 0; i < asked; i++) {
      on += RecordingSwitch.isOn() ? 1 : 0;
    }
    return on;
  }
}
