package io.racedet.junit.agent.model;

import java.util.Arrays;
import java.util.List;

/** Building blocks of the programs in these tests, woven with them. */
class Programs {
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  /** One step of a program. */
  interface Step {
    void run() throws Exception;
  }

  /** One step of a program, with a result. */
  interface Source<T> {
    T get() throws Exception;
  }

  /** A variable that threads share without synchronisation. */
  static final class Cell {
    int data;
  }

  private Programs() {}

  /** One thread writes and publishes, another waits for that and reads. */
  static void handOver(Step publish, Step await) {
    Cell cell = new Cell();
    inParallel(
        () -> {
          cell.data = 1;
          publish.run();
        },
        () -> {
          await.run();
          cell.data++;
        });
  }

  /** Two threads write, each between two steps. */
  static void exclude(Step begin, Step end) {
    Cell cell = new Cell();
    Step section =
        () -> {
          begin.run();
          cell.data++;
          end.run();
        };
    inParallel(section, section);
  }

  /** Two threads take the same step. */
  static void both(Step step) {
    inParallel(step, step);
  }

  /** Runs steps in threads of their own, and waits for their ends. */
  static void inParallel(Step... steps) {
    List<Thread> threads = Arrays.stream(steps).map(step -> new Thread(() -> run(step))).toList();
    threads.forEach(Thread::start);
    threads.forEach(thread -> run(thread::join));
  }

  static void run(Step step) {
    try {
      step.run();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static <T> T get(Source<T> source) {
    try {
      return source.get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits until there is a result, without any order of its own. */
  static <T> T until(Source<T> source) throws Exception {
    long start = System.nanoTime();
    T result = source.get();
    while (result == null) {
      yieldSince(start);
      result = source.get();
    }
    return result;
  }

  /** Waits until something is true, without any order of its own. */
  static void untilTrue(Source<Boolean> source) throws Exception {
    long start = System.nanoTime();
    while (!source.get()) {
      yieldSince(start);
    }
  }

  /** Notifies other threads without a recorded event: what System does inside is not recorded. */
  static void whisper(String what) {
    System.setProperty("racedet.test." + what, "said");
  }

  /** Waits for {@link #whisper}, without any order. */
  static void hear(String what) {
    String key = "racedet.test." + what;
    long start = System.nanoTime();
    while (System.getProperty(key) == null) {
      yieldSince(start);
    }
    System.clearProperty(key);
  }

  /** A program that waits too long fails, so that it does not hang the tests. */
  private static void yieldSince(long start) {
    if (System.nanoTime() - start > PATIENCE_NANOS) {
      throw new IllegalStateException("nothing came in " + PATIENCE_NANOS + " ns");
    }
    Thread.yield();
  }
}
