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
import java.util.function.Function;
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

  interface Look {
    void at(Thread thread) throws Exception;
  }

  /** Who sees that a thread has ended sees what it has done. */
  private static Arguments ended(String name, Look look) {
    return edge(
        name,
        () -> {
          Cell cell = new Cell();
          Thread thread = new Thread(() -> cell.data++);
          thread.start();
          look.at(thread);
          cell.data++;
        });
  }

  private static Stream<Arguments> ends() {
    return Stream.of(
        ended("start and join", Thread::join),
        ended("join with a limit", thread -> thread.join(10_000)),
        ended("isAlive", thread -> untilTrue(() -> !thread.isAlive())),
        ended("getState", thread -> untilTrue(() -> thread.getState() == Thread.State.TERMINATED)),
        edge(
            "join gives up the monitor of the thread, and gets it back",
            () -> joinInMonitor(Thread::join)),
        edge("join that is interrupted gets the monitor back", () -> interruptedJoin(Thread::join)),
        edge("join that is notified gives the monitor up again", ThreadEdgesTest::notifiedJoin),
        edge(
            "join with a limit of a thread that has ended",
            () -> joinEnded(ThreadEdgesTest::started, thread -> thread.join(10_000, 1))),
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

  static Thread started(Runnable body) {
    Thread thread = new Thread(body);
    thread.start();
    return thread;
  }

  static void joinInMonitor(Look join) {
    Thread thread = started(() -> hear("end of the thread"));
    Cell cell = new Cell();
    inParallel(
        () -> {
          synchronized (thread) {
            whisper("joining");
            join.at(thread);
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
  }

  /** Another thread has seen the end. */
  static void joinEnded(Function<Runnable, Thread> start, Look join) {
    Cell cell = new Cell();
    cell.data++;
    Thread thread = start.apply(() -> cell.data++);
    inParallel(
        () -> {
          thread.join();
          whisper("ended");
        },
        () -> {
          hear("ended");
          join.at(thread);
          cell.data++;
        });
  }

  private static void notifiedJoin() throws Exception {
    Thread thread = new Thread(() -> hear("end of the thread"));
    thread.start();
    Cell cell = new Cell();
    Thread joining =
        new Thread(
            () -> {
              synchronized (thread) {
                Programs.run(thread::join);
                cell.data++;
              }
            });
    joining.start();
    untilTrue(() -> joining.getState() == Thread.State.WAITING);
    synchronized (thread) {
      thread.notifyAll();
      cell.data++;
    }
    untilTrue(() -> joining.getState() == Thread.State.WAITING);
    synchronized (thread) {
      cell.data++;
    }
    whisper("end of the thread");
    joining.join();
  }

  static void interruptedJoin(Look join) throws Exception {
    Thread thread = started(() -> hear("end of the thread"));
    Cell cell = new Cell();
    inParallel(
        () -> {
          synchronized (thread) {
            Thread.currentThread().interrupt();
            try {
              join.at(thread);
            } catch (InterruptedException wanted) {
              whisper("interrupted");
              cell.data++;
            }
          }
        },
        () -> {
          hear("interrupted");
          synchronized (thread) {
            cell.data++;
          }
        });
    whisper("end of the thread");
    thread.join();
  }

  /** Who sees that a thread goes on does not see what it has done. */
  static Arguments living(String name, Look look) {
    return edge(
        name,
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
          look.at(thread);
          cell.data++;
          whisper("looked");
          thread.join();
        });
  }

  private static void joinWithoutLock() throws Exception {
    Thread thread = new Thread(() -> {});
    thread.start();
    thread.join();
    Cell cell = new Cell();
    inParallel(
        () -> {
          thread.join();
          cell.data++;
        },
        () -> {
          synchronized (thread) {
            cell.data++;
          }
        });
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
        living("isAlive of a living thread", thread -> check(thread.isAlive())),
        living("join that times out", thread -> thread.join(1)),
        edge("join of a thread that has ended does not lock", ThreadEdgesTest::joinWithoutLock),
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
