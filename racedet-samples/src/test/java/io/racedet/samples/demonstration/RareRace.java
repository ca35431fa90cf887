package io.racedet.samples.demonstration;

import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFree;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A race that one of the 70 orders of eight critical sections leads to, so that a build needs
 * dozens of repetitions to find it. It fails by design; {@link KnownRacesTest} runs it.
 */
@Tag("failing")
final class RareRace {
  private static final int STEPS = 4;

  /** After a leading one, a bit for each section, in their order: one for the second thread. */
  private static final int RARE = 0b1_0010_1101;

  private int order = 1; // guarded by this
  private int result; // not guarded

  private synchronized void step(int who) {
    order = order << 1 | who;
  }

  private synchronized boolean isRare() {
    return order == RARE;
  }

  private void count(int who) {
    for (int i = 0; i < STEPS; i++) {
      step(who);
    }
  }

  private void first() {
    count(0);
    result = 1;
  }

  private void second() {
    count(1);
    if (isRare()) {
      result = 2;
    }
  }

  @Test
  @RaceFree(timeLimit = "120s")
  void counts() {
    RaceCheck.inParallel(this::first, this::second);
  }
}
