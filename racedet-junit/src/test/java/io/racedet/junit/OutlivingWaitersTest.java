package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * Threads that outlive a repetition and wait for work in between: in the next repetition they come
 * out of a wait that nobody has seen them begin.
 */
@ResourceLock(Resources.GLOBAL)
@Timeout(120)
class OutlivingWaitersTest {
  private static final int REPETITIONS = 4;

  private static final class Job {
    private final CountDownLatch done = new CountDownLatch(1);
    private int result;

    void work() {
      result++;
      done.countDown();
    }
  }

  /** Where jobs wait for the worker. */
  private interface Inbox {
    void put(Job job);

    Job take() throws InterruptedException;
  }

  private static final class MonitorInbox implements Inbox {
    private final Queue<Job> jobs = new ArrayDeque<>();

    @Override
    public synchronized void put(Job job) {
      jobs.add(job);
      notifyAll();
    }

    @Override
    public synchronized Job take() throws InterruptedException {
      synchronized (this) {
        while (jobs.isEmpty()) {
          wait();
        }
        return jobs.remove();
      }
    }
  }

  private static final class TimedMonitorInbox implements Inbox {
    private final Queue<Job> jobs = new ArrayDeque<>();

    @Override
    public synchronized void put(Job job) {
      jobs.add(job);
    }

    @Override
    public synchronized Job take() throws InterruptedException {
      while (jobs.isEmpty()) {
        wait(1);
      }
      return jobs.remove();
    }
  }

  private static final class ConditionInbox implements Inbox {
    private final Queue<Job> jobs = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();

    @Override
    public void put(Job job) {
      lock.lock();
      try {
        jobs.add(job);
        filled.signal();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public Job take() throws InterruptedException {
      lock.lock();
      try {
        while (jobs.isEmpty()) {
          filled.await();
        }
        return jobs.remove();
      } finally {
        lock.unlock();
      }
    }
  }

  private Thread worker;

  /** What runs already when it is woven goes on as it was. */
  @BeforeAll
  static void weave() {
    RaceCheck.with().repetitions(1).run(() -> new Job().work());
  }

  private void startWorker(Inbox inbox) {
    worker =
        new Thread(
            () -> {
              try {
                while (true) {
                  inbox.take().work();
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // it ends
              }
            });
    worker.start();
  }

  @AfterEach
  void endWorker() throws InterruptedException {
    worker.interrupt();
    worker.join();
  }

  private void check(Inbox inbox) throws InterruptedException {
    startWorker(inbox);
    TimeUnit.MILLISECONDS.sleep(20);
    RaceCheck.with()
        .repetitions(REPETITIONS)
        .timeLimit("60s")
        .run(
            () -> {
              for (int i = 0; i < 3; i++) {
                Job job = new Job();
                job.result = 1;
                inbox.put(job);
                job.done.await();
                job.result++;
              }
            });
  }

  @Test
  void worker_waitingAtItsMonitor_isInOrder() throws InterruptedException {
    check(new MonitorInbox());
  }

  @Test
  void worker_waitingForAShortTime_isInOrder() throws InterruptedException {
    check(new TimedMonitorInbox());
  }

  @Test
  void worker_waitingForItsCondition_isInOrder() throws InterruptedException {
    check(new ConditionInbox());
  }

  @Test
  void job_changedAfterItWasPut_races() {
    Inbox inbox = new MonitorInbox();
    startWorker(inbox);
    assertThatThrownBy(
            () ->
                RaceCheck.check(
                    () -> {
                      Job job = new Job();
                      inbox.put(job);
                      job.result++;
                      job.done.await();
                    }))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("OutlivingWaitersTest.Job.result");
  }
}
