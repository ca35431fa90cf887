package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Both threads increment the total, but the second only if three successive reads catch the first
 * one at each of its three steps. Undisturbed, that hardly ever happens.
 */
public final class R07_RareBranch implements TwoThreads {
  private final AtomicInteger step = new AtomicInteger();
  private int total;

  @Override
  public void first() {
    step.set(1);
    step.set(2);
    step.set(3);
    total++; // race: total
  }

  @Override
  public void second() {
    if (step.get() == 1 && step.get() == 2 && step.get() == 3) {
      total++; // race: total
    }
  }
}
