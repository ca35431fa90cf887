package com.acme.counter;

import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFree;
import org.junit.jupiter.api.Test;

/** One racy test and one clean one. */
@RaceFree(repetitions = 2, timeLimit = "30s")
class CounterCases {
  private int count;

  private void increment() {
    count++;
  }

  private synchronized void incrementLocked() {
    count++;
  }

  @Test
  void racy() {
    RaceCheck.inParallel(this::increment, this::increment);
  }

  @Test
  void clean() {
    RaceCheck.inParallel(this::incrementLocked, this::incrementLocked);
  }
}
