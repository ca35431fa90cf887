package io.racedet.samples.deadlock;

import io.racedet.samples.Subject;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** There is a worker for each task that waits, and one more. */
public final class M11_EnoughWorkers implements Subject {
  @Override
  public void run() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try {
      Future<Integer> outer = pool.submit(() -> pool.submit(() -> 1).get() + 1);
      outer.get();
    } finally {
      pool.shutdownNow();
    }
  }
}
