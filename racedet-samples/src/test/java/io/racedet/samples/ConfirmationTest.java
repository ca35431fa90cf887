package io.racedet.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.samples.racy.R01_UnsynchronisedCounter;
import org.junit.jupiter.api.Test;

/** Control for the clean samples, which are never confirmed: racy ones are. */
class ConfirmationTest {
  @Test
  void racyCounter_drivenIntoEachConflict_isCaught() throws Exception {
    assertThat(ForcedMeetings.of(R01_UnsynchronisedCounter.class)).containsValue(true);
  }
}
