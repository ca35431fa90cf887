package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Step;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What an interrupted thread sees of the one that interrupts it. */
class InterruptEdgesTest extends EdgesTestCase {
  static Stream<Arguments> edges() {
    return Stream.of(waits(), locks(), flags()).flatMap(rows -> rows);
  }

  private static Arguments interrupted(String name, Step wait) {
    return edge("interrupt of " + name, () -> interrupt(wait));
  }

  /** A thread waits; another one writes and interrupts it, which alone ends the wait. */
  private static void interrupt(Step wait) {
    Cell cell = new Cell();
    Thread waiting =
        new Thread(
            () -> {
              Programs.run(() -> waitInVain(wait));
              cell.data++;
            });
    waiting.start();
    inParallel(
        () -> {
          cell.data++;
          waiting.interrupt();
        });
    Programs.run(waiting::join);
  }

  private static void waitInVain(Step wait) throws Exception {
    try {
      wait.run();
    } catch (InterruptedException wanted) {
      return;
    }
  }

  private static Stream<Arguments> waits() {
    return Stream.of(
        interrupted("sleep", () -> Thread.sleep(60_000)),
        interrupted("sleep with nanoseconds", () -> Thread.sleep(60_000, 1)),
        interrupted("sleep of a unit", () -> TimeUnit.MINUTES.sleep(1)),
        interrupted("wait", InterruptEdgesTest::waitLong),
        interrupted("join", () -> Thread.currentThread().join()),
        interrupted("a latch", () -> new CountDownLatch(1).await()),
        interrupted("take", () -> new LinkedBlockingQueue<>().take()),
        interrupted("acquire", () -> new Semaphore(0).acquire()),
        interrupted("a barrier", () -> new CyclicBarrier(2).await()),
        interrupted("a phaser", () -> new Phaser(1).awaitAdvanceInterruptibly(0)),
        interrupted(
            "a phaser, with a limit",
            () -> new Phaser(1).awaitAdvanceInterruptibly(0, 1, TimeUnit.MINUTES)),
        interrupted("a future", () -> new CompletableFuture<>().get(10, TimeUnit.SECONDS)));
  }

  private static void waitLong() throws InterruptedException {
    Object lock = new Object();
    synchronized (lock) {
      lock.wait(10_000);
    }
  }

  private static Stream<Arguments> locks() {
    ReentrantLock lock = new ReentrantLock();
    ReentrantLock free = new ReentrantLock();
    Condition condition = free.newCondition();
    return Stream.of(
        interrupted(
            "a condition",
            () -> {
              free.lock();
              try {
                condition.await();
              } finally {
                free.unlock();
              }
            }),
        edge(
            "interrupt of lockInterruptibly",
            () -> {
              lock.lock();
              interrupt(lock::lockInterruptibly);
              lock.unlock();
            }));
  }

  private static Stream<Arguments> flags() {
    return Stream.of(
        interrupted("a thread that asks", () -> untilTrue(Thread::interrupted)),
        interrupted(
            "a thread that asks for its state",
            () -> untilTrue(() -> Thread.currentThread().isInterrupted())),
        interrupted(
            "park",
            () -> {
              while (!Thread.interrupted()) {
                LockSupport.park();
              }
            }),
        edge(
            "interrupt that the thread has cleared",
            () -> {
              Cell cell = new Cell();
              Thread first =
                  new Thread(
                      () -> {
                        Thread.currentThread().interrupt();
                        cell.data = 1;
                        check(Thread.interrupted());
                        whisper("cleared");
                        hear("end of the thread");
                      });
              first.start();
              hear("cleared");
              check(!first.isInterrupted());
              cell.data++;
              whisper("end of the thread");
              first.join();
            }),
        edge("interrupt seen before it has ended", InterruptEdgesTest::interruptIo),
        edge(
            "interrupt seen by a third",
            () -> {
              Thread sleeper =
                  new Thread(
                      () ->
                          Programs.run(
                              () -> {
                                hear("seen by a third");
                              }));
              sleeper.start();
              handOver(sleeper::interrupt, () -> untilTrue(sleeper::isInterrupted));
              whisper("seen by a third");
              sleeper.join();
            }));
  }

  /** What the thread is blocked in; another thread, which interrupts it, closes it. */
  private static final class Blocking extends AbstractInterruptibleChannel {
    void block() {
      begin();
      whisper("blocked");
      hear("closing");
      check(Thread.currentThread().isInterrupted());
    }

    void leave() throws AsynchronousCloseException {
      whisper("seen");
      end(true);
    }

    @Override
    protected void implCloseChannel() {
      whisper("closing");
      hear("seen");
    }
  }

  private static void interruptIo() {
    Blocking blocking = new Blocking();
    Cell cell = new Cell();
    Thread blocked =
        new Thread(
            () -> {
              blocking.block();
              cell.data++;
              try {
                blocking.leave();
              } catch (AsynchronousCloseException wanted) {
                whisper("left");
              }
            });
    blocked.start();
    hear("blocked");
    cell.data = 1;
    blocked.interrupt();
    hear("left");
    Programs.run(blocked::join);
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        edge(
            "isInterrupted, after a call that has cleared nothing",
            () -> {
              Thread[] target = new Thread[1];
              handOver(
                  () -> {
                    check(!Thread.interrupted());
                    target[0] = Thread.currentThread();
                    whisper("not cleared");
                    hear("asked");
                  },
                  () -> {
                    hear("not cleared");
                    check(!target[0].isInterrupted());
                    whisper("asked");
                  });
            }),
        edge(
            "interrupt that nobody notices",
            () -> {
              Thread[] target = new Thread[1];
              CountDownLatch started = new CountDownLatch(1);
              handOver(
                  () -> {
                    started.await();
                    target[0].interrupt();
                    whisper("interrupted");
                  },
                  () -> {
                    target[0] = Thread.currentThread();
                    started.countDown();
                    hear("interrupted");
                  });
            }),
        edge(
            "isInterrupted, before",
            () -> {
              Thread[] target = new Thread[1];
              CountDownLatch started = new CountDownLatch(1);
              handOver(
                  () -> {
                    started.await();
                    hear("asked");
                    target[0].interrupt();
                    whisper("interrupted");
                  },
                  () -> {
                    target[0] = Thread.currentThread();
                    started.countDown();
                    if (Thread.interrupted()) {
                      throw new IllegalStateException("interrupted");
                    }
                    whisper("asked");
                    hear("interrupted");
                  });
            }));
  }
}
