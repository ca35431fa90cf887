package io.racedet.junit.jdk;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Building blocks of programs over thread pools. */
abstract class PoolPrograms extends JdkPrograms {

  /** A pool of so many threads, none of which is started before it is needed. */
  static ThreadPoolExecutor pool(int size) {
    return new ThreadPoolExecutor(size, size, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  }

  /** Shuts a pool down, and waits for its end. */
  static void end(ExecutorService pool) throws InterruptedException {
    pool.shutdown();
    if (!pool.awaitTermination(10, TimeUnit.SECONDS)) {
      throw new AssertionError("not terminated");
    }
  }
}
