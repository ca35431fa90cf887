package io.racedet.junit.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.racedet.runtime.log.OwnThread;
import java.lang.ref.ReferenceQueue;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which threads can act by themselves, one kind after the other. */
@Timeout(60)
class OtherThreadsTest {
  private final List<Thread> threads = new ArrayList<>();
  private final List<AutoCloseable> open = new ArrayList<>();

  /** What a test needs. */
  private interface Action {
    void run() throws Exception;
  }

  @AfterEach
  void end() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
    threads.forEach(Thread::interrupt);
  }

  private ThreadFactory factory() {
    return task -> {
      Thread thread = new Thread(task, "worker-" + threads.size());
      thread.setDaemon(true);
      threads.add(thread);
      return thread;
    };
  }

  private Thread start(Action action) {
    Thread thread = unstarted(action);
    thread.start();
    return thread;
  }

  private Thread unstarted(Action action) {
    return factory()
        .newThread(
            () -> {
              try {
                action.run();
              } catch (Exception ended) {
                Thread.currentThread().interrupt();
              }
            });
  }

  private OtherThreads look() {
    return OtherThreads.of(threads, Set.of());
  }

  private static void await(Thread thread, Thread.State state) {
    while (thread.getState() != state) {
      Thread.onSpinWait();
    }
  }

  private static void awaitFrame(Thread thread, String method, Thread.State state) {
    while (thread.getState() != state || !hasFrame(thread, method)) {
      Thread.onSpinWait();
    }
  }

  private static boolean hasFrame(Thread thread, String method) {
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (frame.getMethodName().equals(method)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void parked_cannotAct_andAwaitsNoNotification() {
    CountDownLatch never = new CountDownLatch(1);
    await(start(never::await), Thread.State.WAITING);
    assertThat(look().canAct()).isFalse();
    assertThat(look().awaitNotify()).isFalse();
  }

  @Test
  void parkedByItself_canAct_sinceItMayGoOnWithoutAReason() {
    Thread thread = start(LockSupport::park);
    await(thread, Thread.State.WAITING);
    assertThat(look().canAct()).isTrue();
  }

  @Test
  void waitingOnAMonitor_cannotAct_andAwaitsANotification() {
    Object lock = new Object();
    Thread thread =
        start(
            () -> {
              synchronized (lock) {
                lock.wait();
              }
            });
    await(thread, Thread.State.WAITING);
    assertThat(look().canAct()).isFalse();
    assertThat(look().awaitNotify()).isTrue();
  }

  @Test
  void sleeper_canAct() {
    await(start(() -> Thread.sleep(1_000_000)), Thread.State.TIMED_WAITING);
    assertThat(look().canAct()).isTrue();
  }

  /** Stacks take time, and a server has many threads. */
  @Test
  void afterOneThatCanAct_noOtherIsLookedAt() {
    await(start(() -> Thread.sleep(1_000_000)), Thread.State.TIMED_WAITING);
    threads.add(
        new Thread("unasked") {
          @Override
          public State getState() {
            throw new AssertionError("looked at");
          }
        });
    assertThat(look().canAct()).isTrue();
    assertThat(look().areServing()).isFalse();
  }

  @Test
  void sleeper_withTheNameOfAThreadOfTheJdk_canAct() {
    Thread thread = unstarted(() -> Thread.sleep(1_000_000));
    thread.setName("Common-Cleaner");
    thread.start();
    await(thread, Thread.State.TIMED_WAITING);
    assertThat(look().canAct()).isTrue();
  }

  @Test
  void spinner_canAct() {
    start(
        () -> {
          while (!Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
          }
        });
    assertThat(look().canAct()).isTrue();
  }

  @Test
  void blocked_canAct_sinceTheLockMayBecomeFree() {
    Object lock = new Object();
    synchronized (lock) {
      Thread thread =
          start(
              () -> {
                synchronized (lock) {
                  lock.notifyAll();
                }
              });
      await(thread, Thread.State.BLOCKED);
      assertThat(look().canAct()).isTrue();
    }
  }

  @Test
  void listener_canAct() throws Exception {
    ServerSocket server = new ServerSocket(0);
    open.add(server);
    Thread thread = start(server::accept);
    awaitFrame(thread, "accept", Thread.State.RUNNABLE);
    assertThat(look().canAct()).isTrue();
  }

  @Test
  void idleWorkers_cannotAct() throws Exception {
    ExecutorService kept = Executors.newFixedThreadPool(1, factory());
    open.add(kept::shutdownNow);
    kept.submit(() -> {}).get();
    await(threads.get(0), Thread.State.WAITING);
    assertThat(look().canAct()).isFalse();
    ThreadPoolExecutor ending =
        new ThreadPoolExecutor(0, 1, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>(), factory());
    open.add(ending::shutdownNow);
    ending.submit(() -> {}).get();
    await(threads.get(1), Thread.State.TIMED_WAITING);
    assertThat(look().canAct()).isFalse();
  }

  @Test
  void idleWorkerThatEnds_insideCodeOfItsFactory_canAct() throws Exception {
    ThreadFactory around = task -> unstarted(task::run);
    ThreadPoolExecutor ending =
        new ThreadPoolExecutor(0, 1, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>(), around);
    open.add(ending::shutdownNow);
    ending.submit(() -> {}).get();
    await(threads.get(0), Thread.State.TIMED_WAITING);
    assertThat(look().canAct()).isTrue();
    assertThat(look().areServing()).isFalse();
  }

  @Test
  void idleWorkerThatEnds_ofItsOwnClass_canAct() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(1, OwnWorker::new, null, false);
    open.add(pool::shutdownNow);
    threads.add(pool.submit(Thread::currentThread).get());
    await(threads.get(0), Thread.State.TIMED_WAITING);
    assertThat(look().canAct()).isTrue();
    assertThat(look().areServing()).isFalse();
  }

  /** Its class may have code for its end. */
  private static final class OwnWorker extends ForkJoinWorkerThread {
    OwnWorker(ForkJoinPool pool) {
      super(pool);
    }
  }

  @Test
  void idleWorker_ofAForkJoinPool_cannotAct() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(1);
    open.add(pool::shutdownNow);
    Thread worker = pool.submit(Thread::currentThread).get();
    threads.add(worker);
    while (look().canAct()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void scheduledPool_canActWithATaskOnly() throws Exception {
    ScheduledExecutorService pool = Executors.newScheduledThreadPool(1, factory());
    open.add(pool::shutdownNow);
    pool.submit(() -> {}).get();
    await(threads.get(0), Thread.State.WAITING);
    assertThat(look().canAct()).isFalse();
    pool.schedule(() -> {}, 1, TimeUnit.HOURS);
    await(threads.get(0), Thread.State.TIMED_WAITING);
    assertThat(look().canAct()).isTrue();
  }

  @Test
  void timer_canActWithATaskOnly() throws Exception {
    Timer timer = new Timer("timer", true);
    open.add(timer::cancel);
    CountDownLatch ran = new CountDownLatch(1);
    timer.schedule(task(() -> threads.add(Thread.currentThread()), ran), 0);
    ran.await();
    await(threads.get(0), Thread.State.WAITING);
    assertThat(look().canAct()).isFalse();
    timer.schedule(task(() -> {}, ran), 3_600_000);
    await(threads.get(0), Thread.State.TIMED_WAITING);
    assertThat(look().canAct()).isTrue();
  }

  private static TimerTask task(Runnable action, CountDownLatch ran) {
    return new TimerTask() {
      @Override
      public void run() {
        action.run();
        ran.countDown();
      }
    };
  }

  @Test
  void reaperOfAProcess_canAct_untilThatHasEnded() throws Exception {
    Process process = new ProcessBuilder("cat").start();
    open.add(process::destroyForcibly);
    Thread reaper = reaper();
    threads.add(reaper);
    assertThat(look().canAct()).isTrue();
    process.getOutputStream().close();
    process.waitFor();
    awaitFrame(reaper, "getTask", Thread.State.TIMED_WAITING);
    assertThat(look().canAct()).isFalse();
  }

  private static Thread reaper() {
    while (true) {
      for (Thread thread : ThreadRoles.all()) {
        if (thread.getName().startsWith("process reaper")
            && hasFrame(thread, "waitForProcessExit0")) {
          return thread;
        }
      }
      Thread.onSpinWait();
    }
  }

  @Test
  void collector_ofReferences_canAct_sinceTheJvmWakesIt() {
    ReferenceQueue<Object> queue = new ReferenceQueue<>();
    Thread thread = start(queue::remove);
    await(thread, Thread.State.WAITING);
    assertThat(look().canAct()).isTrue();
  }

  @Test
  void carrierOfVirtualThreads_canAct() throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "no virtual threads");
    ExecutorService pool =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    open.add(pool::shutdownNow);
    pool.submit(() -> {}).get();
    assertThat(OtherThreads.of(ThreadRoles.all(), Set.of()).canAct()).isTrue();
  }

  @Test
  void ownThread_andEnded_cannotAct() throws Exception {
    Thread own = new OwnThread("own", OtherThreadsTest::sleep);
    own.start();
    threads.add(own);
    Thread ended = start(() -> {});
    ended.join();
    assertThat(look().canAct()).isFalse();
  }

  private static void sleep() {
    try {
      Thread.sleep(1_000_000);
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void kindThatHasActed_canAct() {
    CountDownLatch never = new CountDownLatch(1);
    Thread thread = start(never::await);
    await(thread, Thread.State.WAITING);
    Set<String> acting = Set.of(OtherThreads.kindOf(thread));
    assertThat(OtherThreads.kindOf(thread)).isEqualTo("java.lang.Thread worker-#");
    assertThat(OtherThreads.of(threads, acting).canAct()).isTrue();
  }

  @Test
  void testThread_betweenRepetitions_cannotAct() {
    TestThread thread = TestThread.started();
    open.add(thread::close);
    threads.add(thread);
    await(thread, Thread.State.WAITING);
    assertThat(look().canAct()).isFalse();
    assertThat(look().awaitNotify()).isFalse();
    assertThat(look().serving()).containsExactly(thread);
  }
}
