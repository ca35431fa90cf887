package io.racedet.junit.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HangWatchTest {
  private final TestThreads group = new TestThreads();
  private final List<Thread> known = new ArrayList<>();
  private final AtomicLong events = new AtomicLong();
  private final AtomicLong waited = new AtomicLong();
  private final Activity activity =
      new Activity() {
        @Override
        public long events(List<Thread> of) {
          return events.get();
        }

        @Override
        public long waited() {
          return waited.get();
        }

        @Override
        public List<Thread> threads() {
          return known;
        }
      };

  @AfterEach
  void end() {
    group.interrupt();
  }

  private Thread start(String name, Runnable task) {
    Thread thread = new Thread(group, task, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private HangWatch watch(Duration hangAfter, Duration ago) {
    return new HangWatch(
        group, activity, hangAfter, System.nanoTime() - ago.toNanos(), StuckThreads::of);
  }

  private static void awaitState(Thread thread, Thread.State state) {
    while (thread.getState() != state) {
      Thread.onSpinWait();
    }
  }

  private static void sleep() {
    LockSupport.parkNanos(Duration.ofHours(1).toNanos());
  }

  @Test
  void noProgress_countsInFull() {
    awaitState(start("sleeper", HangWatchTest::sleep), Thread.State.TIMED_WAITING);
    assertThat(watch(Duration.ofMinutes(2), Duration.ofMinutes(1)).look()).isEmpty();
    Optional<HangWatch.Verdict> hung = watch(Duration.ofMinutes(1), Duration.ofMinutes(2)).look();
    assertThat(hung).hasValueSatisfying(verdict -> assertThat(verdict.isSlow()).isFalse());
    assertThat(hung.orElseThrow().reason().text())
        .startsWith("did not end within 60 s\nthreads of the test:\n  \"sleeper\" TIMED_WAITING");
  }

  @Test
  void progress_countsInPart_andIsSlow() {
    awaitState(start("sleeper", HangWatchTest::sleep), Thread.State.TIMED_WAITING);
    events.set(1);
    assertThat(watch(Duration.ofMinutes(1), Duration.ofMinutes(2)).look()).isEmpty();
    assertThat(watch(Duration.ofMinutes(1), Duration.ofMinutes(6)).look())
        .hasValueSatisfying(verdict -> assertThat(verdict.isSlow()).isTrue());
  }

  /** On a busy machine: they had a part of the time only. */
  @Test
  void progressOfThreadsThatCompute_countsTheirTimeInPart() {
    Thread computes = start("computes", () -> compute(Duration.ofMillis(300)));
    awaitState(computes, Thread.State.TIMED_WAITING);
    events.set(1);
    assertThat(watch(Duration.ofMillis(700), Duration.ofSeconds(4)).look()).isEmpty();
    assertThat(watch(Duration.ofMillis(50), Duration.ofSeconds(4)).look()).isPresent();
  }

  private static void compute(Duration time) {
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    while (bean.getCurrentThreadCpuTime() < time.toNanos()) {
      Thread.onSpinWait();
    }
    sleep();
  }

  @Test
  void progressALittleEarlier_isSlow_evenIfTheLastLookSawNone() {
    awaitState(start("sleeper", HangWatchTest::sleep), Thread.State.TIMED_WAITING);
    events.set(1);
    HangWatch watch = watch(Duration.ofMinutes(1), Duration.ofMinutes(5).minusMillis(50));
    Optional<HangWatch.Verdict> verdict = Optional.empty();
    while (verdict.isEmpty()) {
      verdict = watch.look();
    }
    assertThat(verdict.orElseThrow().isSlow()).isTrue();
  }

  @Test
  void onlyThreadThatRuns_isNamed_ifItRecordsNothing() {
    Thread spins = start("spins", HangWatchTest::spin);
    HangWatch watch = watch(Duration.ofMillis(300), Duration.ZERO);
    assertThat(reasonOf(watch))
        .containsPattern(
            "^did not end within 300 ms\nnobody is left: only \"spins\" runs, at .*HangWatchTest"
                + ".spin\\(HangWatchTest.java:\\d+\\); if it waits there in a loop, no other"
                + " thread can end that\nthreads of the test:");

    start("sleeper", HangWatchTest::sleep); // which may do something later
    assertThat(reasonOf(watch(Duration.ofMillis(300), Duration.ZERO)))
        .startsWith("did not end within 300 ms\nthreads of the test:");
    assertThat(spins.isAlive()).isTrue();
  }

  private static String reasonOf(HangWatch watch) {
    Optional<HangWatch.Verdict> verdict = watch.look();
    while (verdict.isEmpty()) {
      verdict = watch.look();
    }
    return verdict.orElseThrow().reason().text();
  }

  @Test
  void allWaitWithoutLimit_isSaidAfterAFewLooks() {
    CountDownLatch never = new CountDownLatch(1);
    Thread waiting =
        start(
            "waiting",
            () -> {
              try {
                never.await();
              } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
              }
            });
    awaitState(waiting, Thread.State.WAITING);
    // The watch uses instrumented code of the JDK, and is known to the recording then.
    known.add(Thread.currentThread());
    Thread ofRunner = outside("surefire-forkedjvm-stream-flusher");
    Thread ofJvm = outside(top(), "of the JVM");
    known.add(cleanerOfTheJdk());
    HangWatch watch = watch(Duration.ofHours(1), Duration.ofSeconds(1));
    Optional<HangWatch.Verdict> verdict = Optional.empty();
    int looks = 0;
    while (verdict.isEmpty()) {
      looks++;
      verdict = watch.look();
    }
    List.of(ofRunner, ofJvm).forEach(Thread::interrupt);
    assertThat(looks).isGreaterThanOrEqualTo(5);
    assertThat(verdict.orElseThrow().reason().text())
        .startsWith("does not end: all its threads wait, and none with a time limit");
  }

  /** A thread that waits with a time limit. */
  private static Thread cleanerOfTheJdk() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("Common-Cleaner"))
        .findAny()
        .orElseThrow();
  }

  /** A thread that runs all the time, which the recording knows. */
  private Thread outside(String name) {
    return outside(Thread.currentThread().getThreadGroup(), name);
  }

  private Thread outside(ThreadGroup of, String name) {
    Thread thread = new Thread(of, HangWatchTest::spin, name);
    thread.setDaemon(true);
    thread.start();
    known.add(thread);
    return thread;
  }

  private static ThreadGroup top() {
    ThreadGroup top = Thread.currentThread().getThreadGroup();
    while (top.getParent() != null) {
      top = top.getParent();
    }
    return top;
  }

  private static void spin() {
    while (!Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void idleThreadsOfPools_wakeNobody_butThoseWithATimerMay() throws Exception {
    ThreadFactory threads =
        task -> {
          Thread thread = new Thread(group, task);
          thread.setDaemon(true);
          return thread;
        };
    awaitState(start("waiting", LockSupport::park), Thread.State.WAITING);
    ExecutorService pool = Executors.newCachedThreadPool(threads);
    Thread idle = pool.submit(Thread::currentThread).get();
    awaitState(idle, Thread.State.TIMED_WAITING);
    HangWatch watch = watch(Duration.ofHours(1), Duration.ofSeconds(1));
    Optional<HangWatch.Verdict> verdict = Optional.empty();
    while (verdict.isEmpty()) {
      verdict = watch.look();
    }
    assertThat(verdict.orElseThrow().reason().text())
        .startsWith("does not end: all its threads wait");

    ScheduledExecutorService timers = Executors.newScheduledThreadPool(1, threads);
    Thread timed = timers.submit(Thread::currentThread).get();
    timers.schedule(() -> {}, 1, TimeUnit.HOURS);
    awaitState(timed, Thread.State.TIMED_WAITING);
    for (int look = 0; look < 20; look++) {
      assertThat(watch.look()).isEmpty();
    }
    pool.shutdownNow();
    timers.shutdownNow();
  }

  @Test
  void threadOfTheRecording_thatRuns_mayWakeOthers() {
    awaitState(start("waiting", LockSupport::park), Thread.State.WAITING);
    Thread ofPool = outside("of a pool");
    HangWatch watch = watch(Duration.ofHours(1), Duration.ofSeconds(1));
    for (int look = 0; look < 20; look++) {
      assertThat(watch.look()).isEmpty();
    }
    ofPool.interrupt();
  }

  @Test
  void lock_whoseOwnerHasEnded_isSaidAtOnce_whateverOthersDo() throws InterruptedException {
    ReentrantLock lock = new ReentrantLock();
    Thread owner = start("owner", lock::lock);
    owner.join();
    known.add(owner);
    awaitState(start("waiting", lock::lock), Thread.State.WAITING);
    start("sleeper", HangWatchTest::sleep);
    assertThat(watch(Duration.ofHours(1), Duration.ZERO).look())
        .hasValueSatisfying(
            verdict ->
                assertThat(verdict.reason().text())
                    .startsWith("does not end: \"waiting\" waits for java.util.concurrent.locks.")
                    .contains(", which \"owner\" did not release before it ended\nthreads"));
  }

  @Test
  void lock_whoseOwnerLives_isNoReason() {
    ReentrantLock lock = new ReentrantLock();
    Thread owner =
        start(
            "owner",
            () -> {
              lock.lock();
              sleep();
            });
    known.add(owner);
    awaitState(owner, Thread.State.TIMED_WAITING);
    awaitState(start("waiting", lock::lock), Thread.State.WAITING);
    assertThat(watch(Duration.ofHours(1), Duration.ZERO).look()).isEmpty();
  }

  @Test
  void manyThreads_areDescribedInFortyLines() {
    for (int i = 0; i < 50; i++) {
      start("sleeper-" + i, HangWatchTest::sleep);
    }
    assertThat(StuckThreads.of(group).text().lines()).hasSizeBetween(10, 40);
    assertThat(StuckThreads.of(group).text()).contains(" more threads");
  }

  @Test
  void deathOfAThread_isNoticed() throws InterruptedException {
    Thread dying =
        start(
            "dying",
            () -> {
              throw new IllegalStateException("died");
            });
    dying.join();
    assertThat(group.death())
        .hasValueSatisfying(
            death -> {
              assertThat(death.thread()).isEqualTo("dying");
              assertThat(death.cause()).hasMessage("died");
            });
  }

  /** A minute of it counts as much as twelve seconds with progress, and so that it ends. */
  @Test
  void timeInWhichThreadsWaitForTheAnalysis_countsLittle_andIsSlow() {
    awaitState(start("sleeper", HangWatchTest::sleep), Thread.State.TIMED_WAITING);
    waited.set(Duration.ofHours(1).toNanos());
    assertThat(watch(Duration.ofMinutes(1), Duration.ofMinutes(49)).look()).isEmpty();
    Optional<HangWatch.Verdict> hung = watch(Duration.ofMinutes(1), Duration.ofMinutes(51)).look();
    assertThat(hung).hasValueSatisfying(verdict -> assertThat(verdict.isSlow()).isTrue());
    assertThat(hung.orElseThrow().reason().text())
        .startsWith(
            "did not end within 60 s, besides 3600 s in which it waited for racedet's own analysis"
                + "\nthreads of the test:");
  }

  @Test
  void timeBesidesWaitsForTheAnalysis_countsAsWithoutThem() {
    awaitState(start("sleeper", HangWatchTest::sleep), Thread.State.TIMED_WAITING);
    waited.set(Duration.ofMinutes(50).toNanos());
    assertThat(watch(Duration.ofMinutes(2), Duration.ofMinutes(54)).look()).isEmpty();
    assertThat(watch(Duration.ofMinutes(2), Duration.ofMinutes(56)).look()).isPresent();
  }

  @Test
  void whatTheRecordingCalls_isNotShownAsCalledByTheProgram() {
    StackTraceElement park = frame("java.base", "java.util.concurrent.locks.LockSupport");
    StackTraceElement waits = frame(null, "io.racedet.runtime.log.BufferSpace");
    StackTraceElement own = frame(null, "app.Vec");
    StackTraceElement[] stack = {park, waits, own};
    assertThat(OwnFrames.waitsForRecording(stack)).isTrue();
    assertThat(OwnFrames.of(stack)).containsExactly(own);
    StackTraceElement[] ofProgram = {park, own, waits};
    assertThat(OwnFrames.waitsForRecording(ofProgram)).isFalse();
    assertThat(OwnFrames.of(ofProgram)).containsExactly(park, own);
  }

  private static StackTraceElement frame(String module, String type) {
    return new StackTraceElement(null, module, null, type, "call", "A.java", 1);
  }
}
