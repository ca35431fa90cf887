package io.racedet.samples.order;

import io.racedet.samples.Subject;

/**
 * Many threads set first one variable and then another one; a thread that looks between the two
 * steps of the first of them finds a state that it does not expect.
 */
public final class Reorder implements Subject {
  private final int setters;
  private volatile int a;
  private volatile int b;

  /**
   * Describes a program of a number of threads.
   *
   * @param threads how many, with the one that looks
   */
  public Reorder(int threads) {
    setters = threads - 1;
  }

  @Override
  public void run() throws InterruptedException {
    Threads threads = new Threads();
    for (int i = 0; i < setters; i++) {
      threads.add(this::set);
    }
    threads.add(this::look).run();
  }

  private void set() {
    a = 1;
    b = -1;
  }

  private void look() {
    if (!(a == 0 && b == 0) && !(a == 1 && b == -1)) {
      throw new AssertionError("one is set and the other one is not");
    }
  }
}
