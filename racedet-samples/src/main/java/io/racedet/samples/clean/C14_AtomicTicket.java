package io.racedet.samples.clean;

import io.racedet.samples.TwoThreads;
import java.util.concurrent.atomic.AtomicInteger;

/** Two threads take tickets from an AtomicInteger. */
public final class C14_AtomicTicket implements TwoThreads {
  private final AtomicInteger next = new AtomicInteger(); // shared: next, AtomicInteger@1

  @Override
  public void first() {
    draw();
  }

  @Override
  public void second() {
    draw();
  }

  private int draw() {
    return next.incrementAndGet();
  }
}
