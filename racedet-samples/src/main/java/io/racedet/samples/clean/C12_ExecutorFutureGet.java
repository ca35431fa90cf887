package io.racedet.samples.clean;

import io.racedet.samples.Subject;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The submitter waits for the task, then reads its result. */
public final class C12_ExecutorFutureGet implements Subject {
  private int answer; // shared: answer
  private int seen;

  @Override
  public void run() throws Exception {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      Future<?> task = executor.submit(() -> answer = 42);
      task.get();
      seen = answer;
    } finally {
      executor.shutdown();
    }
  }
}
