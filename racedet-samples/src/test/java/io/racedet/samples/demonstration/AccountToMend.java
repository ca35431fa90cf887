package io.racedet.samples.demonstration;

import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFree;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An account with a race until it is mended. {@link KnownRacesTest} runs it. */
@Tag("failing")
final class AccountToMend {
  /** The system property that stands for the commit that mends it. */
  static final String MENDED = "demonstration.mended";

  private int balance;

  private void deposit(int amount) {
    if (Boolean.getBoolean(MENDED)) {
      synchronized (this) {
        balance += amount;
      }
    } else {
      balance += amount;
    }
  }

  @Test
  @RaceFree(repetitions = 10, timeLimit = "60s")
  void deposits() {
    RaceCheck.inParallel(() -> deposit(1), () -> deposit(2));
  }
}
