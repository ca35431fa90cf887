package io.racedet.samples.order;

import io.racedet.samples.Subject;

/** A thread that expects to come before at least one of two others. */
public final class Lazy implements Subject {
  private int data; // guarded by this

  @Override
  public void run() throws InterruptedException {
    new Threads().add(() -> add(1)).add(() -> add(2)).add(this::check).run();
  }

  private synchronized void add(int more) {
    data += more;
  }

  private synchronized void check() {
    if (data >= 3) {
      throw new AssertionError("both have come before: " + data);
    }
  }
}
