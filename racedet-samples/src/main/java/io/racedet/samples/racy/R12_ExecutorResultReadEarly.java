package io.racedet.samples.racy;

import io.racedet.samples.Subject;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The submitter reads the result of a task without waiting for the task. */
public final class R12_ExecutorResultReadEarly implements Subject {
  private int answer;
  private int seen;

  @Override
  public void run() throws Exception {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      Future<?> task = executor.submit(() -> answer = 42); // race: answer
      seen = answer; // race: answer
      task.get();
    } finally {
      executor.shutdown();
    }
  }
}
