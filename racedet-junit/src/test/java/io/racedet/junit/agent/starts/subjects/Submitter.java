package io.racedet.junit.agent.starts.subjects;

import java.util.concurrent.Executor;

/** Lets a pool run a task. */
public final class Submitter {
  private Submitter() {}

  static void submit(Executor pool) {
    pool.execute(() -> {});
  }
}
