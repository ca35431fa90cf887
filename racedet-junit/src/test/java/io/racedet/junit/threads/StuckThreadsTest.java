package io.racedet.junit.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadPoolExecutor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of the threads of a repetition that hangs. */
class StuckThreadsTest {
  @ParameterizedTest
  @CsvSource({"1, true", "2, false"})
  void pool_isStarved_ifAllItsThreadsWaitForResults(int threads, boolean isStarved)
      throws InterruptedException {
    TestThreads group = new TestThreads();
    ExecutorService pool =
        Executors.newFixedThreadPool(threads, task -> new Thread(group, task, "worker"));
    ((ThreadPoolExecutor) pool).prestartAllCoreThreads();
    try {
      Future<?> never = new FutureTask<>(() -> 1);
      Future<Object> waits = pool.submit(() -> never.get());
      String text = described(group, threads);
      assertThat(text.contains("starved pool: each of its threads (\"worker\") waits"))
          .as(text)
          .isEqualTo(isStarved);
      assertThat(waits.isDone()).isFalse();
    } finally {
      pool.shutdownNow();
    }
  }

  /** The description when all threads wait, and one of them for a result. */
  private static String described(TestThreads group, int threads) throws InterruptedException {
    while (true) {
      String text = StuckThreads.of(group);
      boolean allWait =
          group.alive().size() == threads
              && group.alive().stream().allMatch(StuckThreads::waits)
              && text.contains("FutureTask.get");
      if (allWait) {
        return StuckThreads.of(group);
      }
      Thread.sleep(1);
    }
  }
}
