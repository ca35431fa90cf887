package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NoSuchElementException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * Others that come between a notify and the thread that it was meant for. All threads that it takes
 * must wait before the test goes on, and the one that was notified must not have its lock back yet.
 */
@ResourceLock(Resources.GLOBAL)
class StolenWakeUpsTest {
  private static final int REPETITIONS = 60;

  /** What a thread does. */
  interface Step {
    void run() throws Exception;
  }

  private static RaceCheck check() {
    return RaceCheck.with()
        .repetitions(REPETITIONS)
        .timeLimit("60s")
        .hangAfter("2s")
        .seed(1)
        .schedule(Schedule.PRIORITY);
  }

  private static void assertHangs(RaceCheck.Block test) {
    assertThat(catchThrowableOfType(TestHungError.class, () -> check().run(test)))
        .as("a thread that is never woken")
        .isNotNull();
  }

  private static Thread started(Step task, String name) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            },
            name);
    thread.start();
    return thread;
  }

  /** Lets threads through one by one, each of which uses up what has woken it. */
  private static final class Gate {
    private boolean open;
    private int pending;

    synchronized void waitUnlessOpen() throws InterruptedException {
      if (!open) {
        while (pending == 0) {
          wait();
        }
        pending = 0;
      }
    }

    synchronized void take() {
      pending = 0;
    }

    synchronized void open() {
      open = true;
    }

    synchronized void wakeOne() {
      pending = 1;
      notify();
    }
  }

  @Test
  void notifyOfAMonitor_thatIsTakenBack() {
    assertHangs(
        () -> {
          Gate gate = new Gate();
          Thread first = started(gate::waitUnlessOpen, "first");
          Thread second = started(gate::waitUnlessOpen, "second");
          gate.open();
          gate.wakeOne();
          gate.take();
          gate.wakeOne();
          first.join();
          second.join();
        });
  }

  /** The same with a condition. */
  private static final class Permits {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition given = lock.newCondition();
    private boolean open;
    private int permits;

    void acquire() throws InterruptedException {
      lock.lock();
      try {
        if (!open) {
          while (permits == 0) {
            given.await();
          }
          permits = 0;
        }
      } finally {
        lock.unlock();
      }
    }

    void change(int left, boolean isOpen) {
      lock.lock();
      try {
        permits = left;
        open = isOpen;
        if (left > 0) {
          given.signal();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  @Test
  void signalOfACondition_thatIsTakenBack() {
    assertHangs(
        () -> {
          Permits permits = new Permits();
          Thread first = started(permits::acquire, "first");
          Thread second = started(permits::acquire, "second");
          permits.change(0, true);
          permits.change(1, true);
          permits.change(0, true);
          permits.change(1, true);
          first.join();
          second.join();
        });
  }

  /** Who takes waits once, as if nobody could come between. */
  private static final class Items {
    private final Deque<String> items = new ArrayDeque<>();
    private boolean closed;

    synchronized String take() throws InterruptedException {
      if (items.isEmpty() && !closed) {
        wait();
      }
      return closed && items.isEmpty() ? null : items.remove();
    }

    synchronized String poll() {
      return items.poll();
    }

    synchronized void put(String item) {
      items.add(item);
      notify();
    }

    synchronized void close() {
      closed = true;
      notify();
    }
  }

  @Test
  void notifyWhoseItemIsTaken_failsWhereItIsNotLookedForAgain() {
    ThreadFailedError error =
        catchThrowableOfType(
            ThreadFailedError.class,
            () ->
                check()
                    .run(
                        () -> {
                          Items items = new Items();
                          Thread taker = started(items::take, "taker");
                          items.put("one");
                          items.poll();
                          started(items::poll, "other").join();
                          items.close();
                          taker.join();
                        }));
    assertThat(error).as("a thread that finds nothing").isNotNull();
    assertThat(error).hasRootCauseInstanceOf(NoSuchElementException.class);
  }
}
