package io.racedet.samples.order;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** The threads of one run of a program, started in the order in which they were added. */
final class Threads {
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicReference<AssertionError> failure = new AtomicReference<>();

  Threads add(Runnable task) {
    threads.add(
        new Thread(
            () -> {
              try {
                task.run();
              } catch (AssertionError wrong) {
                failure.compareAndSet(null, wrong);
              }
            }));
    return this;
  }

  /** Throws the first failed assertion of a thread. */
  void run() throws InterruptedException {
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure.get() != null) {
      throw failure.get();
    }
  }
}
