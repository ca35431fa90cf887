package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Both threads increment the total, but the second one only if three successive reads see each of
 * the three steps of the first. Without perturbation, this is very rare.
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
