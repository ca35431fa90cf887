package io.racedet.samples.order;

import io.racedet.samples.Subject;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A buffer into which a producer reserves a place in one step and writes in another one: a consumer
 * that comes between them finds nothing at a place that counts as filled.
 */
public final class TwoStageBuffer implements Subject {
  private static final int ELEMENTS = 3;

  private final AtomicIntegerArray elements = new AtomicIntegerArray(ELEMENTS);
  private final AtomicInteger reserved = new AtomicInteger();

  @Override
  public void run() throws InterruptedException {
    new Threads().add(this::produce).add(this::consume).run();
  }

  private void produce() {
    for (int i = 1; i <= ELEMENTS; i++) {
      elements.set(reserved.getAndIncrement(), i);
    }
  }

  private void consume() {
    int filled = reserved.get();
    for (int i = 0; i < filled; i++) {
      if (elements.get(i) == 0) {
        throw new AssertionError("nothing at place " + i + " of " + filled);
      }
    }
  }
}
