package io.racedet.samples.deadlock;

import io.racedet.samples.Subject;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The only worker of a pool waits for a task that is queued behind it. */
public final class B11_StarvedPool implements Subject {
  @Override
  public void run() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    try {
      Future<Integer> outer = pool.submit(() -> pool.submit(() -> 1).get() + 1);
      outer.get();
    } finally {
      pool.shutdownNow();
    }
  }
}
