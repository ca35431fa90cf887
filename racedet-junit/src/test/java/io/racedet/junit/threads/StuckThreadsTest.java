package io.racedet.junit.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of the threads of a repetition that hangs. */
@Timeout(60)
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
      assertThat(text)
          .contains("    at java.util.concurrent.FutureTask.get(FutureTask.java:")
          .doesNotContain("app//", "java.base@", "$$Lambda");
      assertThat(waits.isDone()).isFalse();
    } finally {
      pool.shutdownNow();
    }
  }

  /** The threads of the other pool are idle. */
  @Test
  void pool_isStarved_besideAnIdleOne() throws InterruptedException {
    TestThreads group = new TestThreads();
    ExecutorService starved =
        Executors.newFixedThreadPool(1, task -> new Thread(group, task, "starved-1"));
    ThreadPoolExecutor idle =
        (ThreadPoolExecutor)
            Executors.newFixedThreadPool(1, task -> new Thread(group, task, "idle-1"));
    idle.prestartAllCoreThreads();
    try {
      starved.submit(() -> starved.submit(() -> 1).get());
      String text = described(group, 2);
      assertThat(text)
          .contains("starved pool: each of its threads (\"starved-1\") waits for the result")
          .doesNotContain("(\"idle-1\")");
    } finally {
      starved.shutdownNow();
      idle.shutdownNow();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void forkJoinPool_isStarved_ifTasksAreQueuedBehindAllItsThreads(boolean isStarved)
      throws InterruptedException {
    ForkJoinPool pool = new ForkJoinPool(1);
    FutureTask<Integer> awaited = new FutureTask<>(() -> 1);
    CountDownLatch started = new CountDownLatch(1);
    Thread[] worker = new Thread[1];
    try {
      pool.execute(
          () -> {
            worker[0] = Thread.currentThread();
            started.countDown();
            unlessInterrupted(() -> get(awaited));
          });
      started.await();
      if (isStarved) {
        pool.execute(awaited);
      }
      String text = "";
      while (!text.contains("FutureTask.get")) {
        text = Arrays.toString(worker[0].getStackTrace());
        Thread.onSpinWait();
      }
      while (worker[0].getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      text = StuckThreads.of(new TestThreads(), List.of(worker)).text();
      assertThat(text.contains("runs the queued tasks: 1")).as(text).isEqualTo(isStarved);
    } finally {
      pool.shutdownNow();
    }
  }

  private static void get(FutureTask<?> awaited) throws InterruptedException {
    try {
      awaited.get();
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  /** The task needs a lock of the one that waits for its result. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void callerThatWaitsForATaskThatWaitsForIt_isNamed(boolean isStage) throws InterruptedException {
    TestThreads group = new TestThreads();
    Object lock = new Object();
    CountDownLatch taken = new CountDownLatch(1);
    CompletableFuture<Integer> stage = new CompletableFuture<>();
    FutureTask<Integer> task =
        new FutureTask<>(
            () -> {
              taken.await();
              hold(lock);
              stage.complete(1);
              return 1;
            });
    Thread caller =
        new Thread(
            group,
            () ->
                unlessInterrupted(
                    () -> {
                      synchronized (lock) {
                        taken.countDown();
                        if (isStage) {
                          ended(stage);
                        } else {
                          get(task);
                        }
                      }
                    }),
            "caller");
    Thread runner = new Thread(group, task, "runner");
    caller.start();
    runner.start();
    try {
      while (runner.getState() != Thread.State.BLOCKED) {
        Thread.sleep(1);
      }
      while (!StuckThreads.waits(caller)) {
        Thread.sleep(1);
      }
      String call = isStage ? "CompletableFuture.get" : "FutureTask.get";
      String text = described(group, call, 1);
      assertThat(text)
          .contains("threads that wait for each other:")
          .containsPattern(
              "\"caller\" waits at .*StuckThreadsTest.java:\\d+\\)? for the result of a task; of"
                  + " the others, only \"runner\" runs one")
          .containsPattern("\"runner\" waits for java.lang.Object@\\w+ of \"caller\" at ");
    } finally {
      caller.interrupt();
    }
  }

  private static void ended(CompletableFuture<?> stage) throws InterruptedException {
    try {
      stage.get();
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void threadsThatJoinEachOther_areNamed() throws InterruptedException {
    TestThreads group = new TestThreads();
    Thread[] threads = new Thread[2];
    CountDownLatch known = new CountDownLatch(1);
    for (int i = 0; i < 2; i++) {
      int other = 1 - i;
      threads[i] =
          new Thread(group, () -> unlessInterrupted(() -> join(known, threads[other])), "t" + i);
    }
    threads[0].start();
    threads[1].start();
    known.countDown();
    try {
      String text = described(group, "Thread.join", 2);
      assertThat(text)
          .contains("threads that wait for each other to end:")
          .containsPattern("\"t0\" joins \"t1\" at .*StuckThreadsTest.java:\\d+")
          .containsPattern("\"t1\" joins \"t0\" at .*StuckThreadsTest.java:\\d+");
    } finally {
      threads[0].interrupt();
      threads[1].interrupt();
    }
  }

  private static void join(CountDownLatch known, Thread other) throws InterruptedException {
    known.await();
    other.join();
  }

  @Test
  void ownerOfALock_thatJoinsWhoWaitsForIt_isNamed() throws InterruptedException {
    TestThreads group = new TestThreads();
    Object lock = new Object();
    Thread waits = new Thread(group, () -> hold(lock), "waits");
    Thread owns =
        new Thread(
            group,
            () ->
                unlessInterrupted(
                    () -> {
                      synchronized (lock) {
                        waits.start();
                        waits.join();
                      }
                    }),
            "owns");
    owns.start();
    try {
      while (waits.getState() != Thread.State.BLOCKED) {
        Thread.sleep(1);
      }
      String text = described(group, "Thread.join", 1);
      assertThat(text)
          .contains("\"owns\" joins \"waits\" at ")
          .contains("\"waits\" waits for java.lang.Object@");
    } finally {
      owns.interrupt();
    }
  }

  /* Of locks, so that the threads can be ended. */
  private static void deadlock(TestThreads group, String name) throws InterruptedException {
    ReentrantLock[] locks = {new ReentrantLock(), new ReentrantLock()};
    CountDownLatch both = new CountDownLatch(2);
    Thread[] threads = new Thread[2];
    for (int i = 0; i < 2; i++) {
      int own = i;
      threads[i] =
          new Thread(
              group,
              () ->
                  unlessInterrupted(
                      () -> {
                        locks[own].lock();
                        both.countDown();
                        both.await();
                        locks[1 - own].lockInterruptibly();
                      }),
              name + i);
      threads[i].start();
    }
    for (Thread thread : threads) {
      while (both.getCount() > 0 || thread.getState() != Thread.State.WAITING) {
        Thread.sleep(1);
      }
    }
    while (StuckThreads.deadlock(group).isEmpty()) {
      Thread.sleep(1);
    }
  }

  /** The threads of a test that was in a deadlock stay as long as the JVM. */
  @Test
  void deadlockOfOtherTests_isNotTold() throws InterruptedException {
    TestThreads earlier = new TestThreads();
    TestThreads group = new TestThreads();
    try {
      deadlock(earlier, "earlier");
      deadlock(group, "own");
      assertThat(StuckThreads.deadlock(group).orElseThrow().numbered())
          .contains(
              "deadlock:\n  \"own0\" waits for ReentrantLock.NonfairSync@1 held by \"own1\"\n"
                  + "  \"own1\" waits for ReentrantLock.NonfairSync@2 held by \"own0\"\n")
          .doesNotContain("earlier");
      assertThat(StuckThreads.deadlock(new TestThreads())).isEmpty();
    } finally {
      earlier.interrupt();
      group.interrupt();
    }
  }

  @Test
  void callByReflection_isThatOfItsMethod_withTheCallers() throws InterruptedException {
    TestThreads group = new TestThreads();
    Thread waits = new Thread(group, StuckThreadsTest::parkByReflection, "waits");
    waits.start();
    try {
      String own = "    at " + StuckThreadsTest.class.getName();
      assertThat(described(group, "LockSupport.park", 1))
          .containsPattern(
              "\n    at java.util.concurrent.locks.LockSupport.park\\(.*\\)\n"
                  + own
                  + ".parkByReflection\\(StuckThreadsTest.java:\\d+\\)\n");
    } finally {
      waits.interrupt();
    }
  }

  private static void parkByReflection() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        LockSupport.class.getMethod("park").invoke(null);
      }
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  /** To the JVM, a thread holds the monitor that it waits for. */
  @Test
  void monitorOfAWait_isNotHeld() throws InterruptedException {
    TestThreads group = new TestThreads();
    Object lock = new Object();
    Object held = new Object();
    Thread waits =
        new Thread(
            group,
            () ->
                unlessInterrupted(
                    () -> {
                      synchronized (held) {
                        await(lock);
                      }
                    }),
            "waits");
    waits.start();
    try {
      HangText text = StuckThreads.of(group);
      while (!text.text().contains("Object.wait(")) {
        Thread.sleep(1);
        text = StuckThreads.of(group);
      }
      assertThat(text.numbered())
          .contains("\"waits\" WAITING on Object@1\n")
          .contains("    holds Object@2\n")
          .doesNotContain("holds Object@1", "holds Object@2,");
      assertThat(text.awaited(waits.getId()).orElseThrow().hash())
          .isEqualTo(System.identityHashCode(lock));
    } finally {
      waits.interrupt();
    }
  }

  private static void hold(Object lock) {
    synchronized (lock) {
      assertThat(Thread.holdsLock(lock)).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"false, true", "true, false"})
  void waitForANotify_isNamed_unlessAnotherThreadRuns(boolean isOtherRunning, boolean isNamed)
      throws InterruptedException {
    TestThreads group = new TestThreads();
    Object lock = new Object();
    Thread waits = new Thread(group, () -> unlessInterrupted(() -> await(lock)), "waits");
    AtomicBoolean isOver = new AtomicBoolean(!isOtherRunning);
    Thread other =
        new Thread(
            group,
            () -> {
              while (!isOver.get()) {
                Thread.onSpinWait();
              }
            },
            "other");
    waits.start();
    other.start();
    try {
      if (!isOtherRunning) {
        other.join();
      }
      String text = described(group, "Object.wait", 1);
      assertThat(
              text.contains("nobody notifies: \"waits\" waits to be notified by java.lang.Object@"))
          .as(text)
          .isEqualTo(isNamed);
    } finally {
      isOver.set(true);
      waits.interrupt();
    }
  }

  private static void await(Object lock) throws InterruptedException {
    synchronized (lock) {
      while (true) {
        lock.wait();
      }
    }
  }

  static Stream<Arguments> waitsForOthers() {
    Semaphore none = new Semaphore(0);
    ReentrantLock lock = new ReentrantLock();
    Condition condition = lock.newCondition();
    return Stream.of(
        row("the completion of a CompletableFuture", () -> ended(new CompletableFuture<>())),
        row("the result of a FutureTask", () -> get(new FutureTask<>(() -> 1))),
        row("the count of a CountDownLatch to reach zero", () -> new CountDownLatch(1).await()),
        row("a permit of a Semaphore", none::acquire),
        row("the next phase of a Phaser", () -> new Phaser(2).arriveAndAwaitAdvance()),
        row("other parties of a CyclicBarrier", () -> meet(new CyclicBarrier(2))),
        row("a partner of an Exchanger", () -> new Exchanger<Integer>().exchange(1)),
        row(
            "an element or room of a LinkedBlockingQueue",
            () -> new LinkedBlockingQueue<Integer>().take()),
        row(
            "a signal of a Condition",
            () -> {
              lock.lock();
              try {
                while (true) {
                  condition.await();
                }
              } finally {
                lock.unlock();
              }
            }),
        row("an unpark", LockSupport::park));
  }

  private static Arguments row(String awaited, Interruptible wait) {
    return Arguments.of(awaited, wait);
  }

  private static void meet(CyclicBarrier barrier) throws InterruptedException {
    try {
      barrier.await();
    } catch (BrokenBarrierException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @MethodSource("waitsForOthers")
  void waitThatNobodyCanEnd_isNamed_unlessAnotherThreadRuns(String awaited, Interruptible wait)
      throws InterruptedException {
    TestThreads group = new TestThreads();
    Thread waits = new Thread(group, () -> unlessInterrupted(wait), "waits");
    waits.start();
    AtomicBoolean isOver = new AtomicBoolean();
    Thread other = new Thread(group, () -> spinUntil(isOver), "other");
    try {
      while (waits.getState() != Thread.State.WAITING) {
        Thread.sleep(1);
      }
      assertThat(StuckThreads.of(group).text())
          .containsPattern(
              "nobody is left: \"waits\" waits at .*StuckThreadsTest.*:\\d+\\) for "
                  + awaited
                  + ", and no other thread of the test is alive\n");
      other.start();
      assertThat(StuckThreads.of(group).text()).doesNotContain("nobody is left");
    } finally {
      isOver.set(true);
      waits.interrupt();
    }
  }

  private static void spinUntil(AtomicBoolean isOver) {
    while (!isOver.get()) {
      Thread.onSpinWait();
    }
  }

  private interface Interruptible {
    void run() throws InterruptedException;
  }

  private static void unlessInterrupted(Interruptible body) {
    try {
      body.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the test has ended
    }
  }

  /** The description when some threads have called a method. */
  private static String described(TestThreads group, String call, int count)
      throws InterruptedException {
    String text = StuckThreads.of(group).text();
    while (text.split(Pattern.quote(call + "("), -1).length <= count) {
      Thread.sleep(1);
      text = StuckThreads.of(group).text();
    }
    return text;
  }

  /** The description when all threads wait, and one of them for a result. */
  private static String described(TestThreads group, int threads) throws InterruptedException {
    while (true) {
      String text = StuckThreads.of(group).text();
      boolean allWait =
          group.alive().size() == threads
              && group.alive().stream().allMatch(StuckThreads::waits)
              && text.contains("FutureTask.get");
      if (allWait) {
        return StuckThreads.of(group).text();
      }
      Thread.sleep(1);
    }
  }
}
