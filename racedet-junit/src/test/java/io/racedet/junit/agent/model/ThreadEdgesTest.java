package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.exclude;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What the start, the end and the state of a thread show of what others have done. */
class ThreadEdgesTest extends EdgesTestCase {
  static Stream<Arguments> edges() {
    return Stream.of(starts(), ends()).flatMap(rows -> rows);
  }

  private static Stream<Arguments> starts() {
    return Stream.of(
        edge(
            "start, which another has done",
            () -> {
              Thread thread = new Thread(() -> hear("end of the thread"));
              inTurn(thread::start, () -> check(!starts(thread)));
              whisper("end of the thread");
              thread.join();
            }),
        edge("default handler of exceptions", ThreadEdgesTest::setDefaultHandler),
        edge(
            "body that is a method of the JDK",
            () -> {
              AtomicInteger count = new AtomicInteger();
              handOver(
                  () -> new Thread(count::incrementAndGet).start(),
                  () -> untilTrue(() -> count.get() > 0));
            }),
        edge(
            "a thread's subclass",
            () -> {
              Cell cell = new Cell();
              Thread thread =
                  new Thread() {
                    @Override
                    public void run() {
                      cell.data++;
                    }
                  };
              cell.data++;
              thread.start();
              thread.join();
              cell.data++;
            }),
        edge(
            "a thread's handler of exceptions",
            () -> {
              Cell cell = new Cell();
              Thread thread =
                  new Thread(
                      () -> {
                        cell.data++;
                        throw new IllegalStateException("wanted");
                      });
              thread.setUncaughtExceptionHandler((t, e) -> cell.data++);
              thread.start();
              thread.join();
              cell.data++;
            }),
        edge(
            "start through a method handle",
            () -> {
              Cell cell = new Cell();
              Thread thread = new Thread(() -> cell.data++);
              cell.data++;
              Thread.class.getMethod("start").invoke(thread);
              Thread.class.getMethod("join").invoke(thread);
              cell.data++;
            }));
  }

  private static boolean starts(Thread thread) {
    try {
      thread.start();
      return true;
    } catch (IllegalThreadStateException wanted) {
      return false;
    }
  }

  private static void setDefaultHandler() {
    UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    UncaughtExceptionHandler set = (thread, e) -> {};
    try {
      inTurn(
          () -> Thread.setDefaultUncaughtExceptionHandler(set),
          () -> untilTrue(() -> Thread.getDefaultUncaughtExceptionHandler() == set));
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  private static Stream<Arguments> ends() {
    return Stream.of(
        edge(
            "start and join",
            () -> {
              Cell cell = new Cell();
              Thread thread = new Thread(() -> cell.data++);
              thread.start();
              thread.join();
              cell.data++;
            }),
        edge(
            "join with a limit",
            () -> {
              Cell cell = new Cell();
              Thread thread = new Thread(() -> cell.data++);
              thread.start();
              thread.join(10_000);
              cell.data++;
            }),
        edge(
            "isAlive",
            () -> {
              Cell cell = new Cell();
              Thread thread = new Thread(() -> cell.data++);
              thread.start();
              untilTrue(() -> !thread.isAlive());
              cell.data++;
            }),
        edge(
            "getState",
            () -> {
              Cell cell = new Cell();
              Thread thread = new Thread(() -> cell.data++);
              thread.start();
              untilTrue(() -> thread.getState() == Thread.State.TERMINATED);
              cell.data++;
            }),
        edge(
            "join gives up the monitor of the thread, and gets it back",
            () -> {
              Thread thread = new Thread(() -> hear("end of the thread"));
              thread.start();
              Cell cell = new Cell();
              inParallel(
                  () -> {
                    synchronized (thread) {
                      whisper("joining");
                      thread.join();
                      cell.data++;
                    }
                  },
                  () -> {
                    hear("joining");
                    synchronized (thread) {
                      cell.data++;
                    }
                    whisper("end of the thread");
                  });
            }),
        edge(
            "another waits for the end, too",
            () -> {
              Cell cell = new Cell();
              Thread thread = new Thread(() -> cell.data++);
              thread.start();
              inParallel(
                  () -> {
                    thread.join();
                    cell.data++;
                  });
              cell.data++;
            }));
  }

  static Stream<Arguments> noEdges() {
    ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 1);
    return Stream.of(
        edge("nothing", () -> exclude(() -> {}, () -> {})),
        edge(
            "sleep and yield",
            () ->
                exclude(
                    () -> {
                      Thread.sleep(1);
                      Thread.yield();
                    },
                    () -> {})),
        edge(
            "thread that is not waited for",
            () -> {
              Cell cell = new Cell();
              Thread thread = new Thread(() -> cell.data++);
              thread.start();
              cell.data++;
              thread.join();
            }),
        edge(
            "states of two threads",
            () ->
                inTurn(
                    () -> Thread.currentThread().setName("first"),
                    () -> Thread.currentThread().getName())),
        edge(
            "isAlive of a living thread",
            () -> {
              Cell cell = new Cell();
              Thread thread =
                  new Thread(
                      () -> {
                        cell.data++;
                        whisper("written");
                        hear("looked");
                      });
              thread.start();
              hear("written");
              if (!thread.isAlive()) {
                throw new IllegalStateException("dead");
              }
              cell.data++;
              whisper("looked");
              thread.join();
            }),
        edge(
            "join that times out",
            () -> {
              Cell cell = new Cell();
              Thread thread =
                  new Thread(
                      () -> {
                        cell.data++;
                        whisper("written");
                        hear("looked");
                      });
              thread.start();
              hear("written");
              thread.join(1);
              cell.data++;
              whisper("looked");
              thread.join();
            }),
        edge(
            "park and unpark",
            () -> {
              Thread[] parked = new Thread[1];
              CountDownLatch started = new CountDownLatch(1);
              handOver(
                  () -> {
                    started.await();
                    LockSupport.unpark(parked[0]);
                  },
                  () -> {
                    parked[0] = Thread.currentThread();
                    started.countDown();
                    LockSupport.parkNanos(10_000_000_000L);
                  });
            }),
        edge("ThreadLocal", () -> exclude(() -> local.set(local.get() + 1), local::remove)),
        edge("yield and spin", () -> exclude(Thread::yield, Thread::onSpinWait)));
  }
}
