package io.racedet.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.samples.racy.R01_UnsynchronisedCounter;
import org.junit.jupiter.api.Test;

/** That the clean samples are never caught means something: racy ones are. */
class ConfirmationTest {
  @Test
  void racyCounter_drivenIntoEachConflict_isCaught() throws Exception {
    assertThat(ForcedMeetings.of(R01_UnsynchronisedCounter.class)).containsValue(true);
  }
}
