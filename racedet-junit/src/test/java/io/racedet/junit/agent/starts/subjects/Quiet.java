package io.racedet.junit.agent.starts.subjects;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Knows of threads, but starts none. */
public final class Quiet {
  private static final long LONG = 1L << 40; // two entries of the constant pool
  private final Map<String, Thread> threads = new ConcurrentHashMap<>();

  synchronized Object wait(Future<?> future) throws InterruptedException {
    threads.put(Thread.currentThread().getName(), Thread.currentThread());
    Thread.sleep(LONG & 1);
    try {
      return future.get();
    } catch (ExecutionException e) {
      return e.getCause();
    }
  }
}
