package io.racedet.junit.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ActingThreadsTest {
  private final CountDownLatch end = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>(List.of(Thread.currentThread()));
  private final ActingThreads acting = new ActingThreads(() -> List.copyOf(threads));

  @BeforeEach
  void startOne() {
    start(this::awaitEnd, Thread.State.WAITING);
  }

  @AfterEach
  void endAll() throws InterruptedException {
    end.countDown();
    for (Thread thread : threads.subList(1, threads.size())) {
      thread.interrupt();
      thread.join();
    }
  }

  private void awaitEnd() {
    try {
      end.await();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private void start(Runnable task, Thread.State until) {
    Thread thread = new Thread(task, "worker-" + threads.size());
    thread.start();
    threads.add(thread);
    while (thread.getState() != until) {
      Thread.onSpinWait();
    }
  }

  @Test
  void threadsThatWait_areLookedAtOnce() {
    OtherThreads first = acting.others(1);
    assertThat(first.canAct()).isFalse();
    assertThat(acting.others(1)).isSameAs(first);
  }

  @Test
  void wakeUp_isFollowedByAnotherLook() {
    assertThat(acting.others(1)).isNotSameAs(acting.others(2));
  }

  @Test
  void thatSomethingMayHaveGoneOn_isFollowedByAnotherLook() {
    OtherThreads first = acting.others(1);
    acting.lookAgain();
    assertThat(acting.others(1)).isNotSameAs(first);
  }

  @Test
  void newThread_isFollowedByAnotherLook() {
    assertThat(acting.others(1).canAct()).isFalse();
    start(
        () -> {
          while (end.getCount() > 0) {
            Thread.onSpinWait();
          }
        },
        Thread.State.RUNNABLE);
    assertThat(acting.others(1).canAct()).isTrue();
  }

  @Test
  void threadThatActs_isLookedAtEachTime() {
    start(
        () -> {
          while (end.getCount() > 0) {
            Thread.onSpinWait();
          }
        },
        Thread.State.RUNNABLE);
    assertThat(acting.others(1)).isNotSameAs(acting.others(1));
  }

  @Test
  void threadThatWaitsOnAMonitor_isLookedAtEachTime_asNotificationsAreNotAlwaysSeen() {
    Object lock = new Object();
    start(
        () -> {
          synchronized (lock) {
            try {
              while (true) {
                lock.wait();
              }
            } catch (InterruptedException ended) {
              Thread.currentThread().interrupt();
            }
          }
        },
        Thread.State.WAITING);
    OtherThreads first = acting.others(1);
    assertThat(first.canAct()).isFalse();
    assertThat(acting.others(1)).isNotSameAs(first);
  }

  @Test
  void lookOfAnotherThread_countsForThatOneAlone() throws InterruptedException {
    OtherThreads first = acting.others(1);
    AtomicReference<OtherThreads> second = new AtomicReference<>();
    Thread thread = new Thread(() -> second.set(acting.others(1)));
    thread.start();
    thread.join();
    assertThat(second.get()).isNotNull().isNotSameAs(first);
  }

  @Test
  void kindThatHasActed_canActFromThenOn() {
    assertThat(acting.others(1).canAct()).isFalse();
    acting.add(threads.get(1));
    assertThat(acting.others(1).canAct()).isTrue();
  }

  @Test
  void threadsThatWaitForOthers_mayTouchTheProgram() {
    assertThat(acting.areServing(1)).isFalse();
  }

  @Test
  void currentThread_isNoOther() throws InterruptedException {
    endAll();
    threads.subList(1, threads.size()).clear();
    assertThat(acting.areServing(1)).isTrue();
  }

  private boolean isServing(ThreadPoolExecutor pool) throws InterruptedException {
    endAll();
    threads.subList(1, threads.size()).clear();
    AtomicReference<Thread> worker = new AtomicReference<>();
    CountDownLatch hasRun = new CountDownLatch(1);
    pool.execute(
        () -> {
          worker.set(Thread.currentThread());
          hasRun.countDown();
        });
    hasRun.await();
    while (worker.get().getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    threads.add(worker.get());
    boolean isServing = acting.areServing(1);
    pool.shutdownNow();
    return isServing;
  }

  @Test
  void idleWorker_touchesNothing_untilItIsWoken() throws InterruptedException {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    assertThat(isServing(pool)).isTrue();
  }

  /** Its queue wakes it by a notification, of which nobody tells. */
  @Test
  void idleWorker_thatAwaitsANotification_mayTouchTheProgram() throws InterruptedException {
    BlockingQueue<Runnable> ofMonitor =
        new LinkedBlockingQueue<>() {
          @Override
          public synchronized Runnable take() throws InterruptedException {
            while (isEmpty()) {
              wait();
            }
            return super.take();
          }
        };
    assertThat(isServing(new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, ofMonitor))).isFalse();
  }
}
