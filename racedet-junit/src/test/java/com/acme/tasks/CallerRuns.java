package com.acme.tasks;

import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;

/** A handler of a library. No test of racedet weaves the classes of this package. */
public final class CallerRuns implements RejectedExecutionHandler {
  @Override
  public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
    task.run();
  }
}
