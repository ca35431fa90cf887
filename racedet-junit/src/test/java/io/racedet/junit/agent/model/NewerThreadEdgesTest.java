package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.get;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.agent.model.Programs.Cell;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.provider.Arguments;

/** Threads, by the methods that came after JDK 17. */
@EnabledForJreRange(min = JRE.JAVA_21)
class NewerThreadEdgesTest extends EdgesTestCase {
  /** A call that may be interrupted. */
  private interface Wait {
    void run() throws Exception;
  }

  private static boolean join(Thread thread, Duration limit) throws Exception {
    try {
      return (boolean) Thread.class.getMethod("join", Duration.class).invoke(thread, limit);
    } catch (InvocationTargetException e) {
      throw (Exception) e.getCause();
    }
  }

  private static final ThreadEdgesTest.Look JOIN =
      thread -> check(join(thread, Duration.ofSeconds(10)));

  /** Woven code that calls it directly does so through the recorder. */
  private static <T> void sleep(Class<T> type, T time) throws Exception {
    try {
      Thread.class.getMethod("sleep", type).invoke(null, time);
    } catch (InvocationTargetException e) {
      throw (Exception) e.getCause();
    }
  }

  /** A virtual thread that is not started. */
  private static Thread virtual(Runnable body) {
    return get(
        () -> {
          Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
          return (Thread)
              Class.forName("java.lang.Thread$Builder")
                  .getMethod("unstarted", Runnable.class)
                  .invoke(builder, body);
        });
  }

  /** Starts each thread in the scope of the executor. */
  static ExecutorService executor(ThreadFactory threads) {
    return get(
        () ->
            (ExecutorService)
                Executors.class
                    .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
                    .invoke(null, threads));
  }

  private static boolean starts(Runnable start) {
    try {
      start.run();
      return true;
    } catch (IllegalThreadStateException wanted) {
      return false;
    }
  }

  static Stream<Arguments> edges() {
    return Stream.of(starts(), joins(), interrupts()).flatMap(rows -> rows);
  }

  private static Stream<Arguments> starts() {
    return Stream.of(
        startedTwice(
            "start of a thread that an executor has started",
            (thread, executor) -> executor.execute(() -> {}),
            (thread, executor) -> thread.start()),
        startedTwice(
            "start in an executor of a thread that was started",
            (thread, executor) -> thread.start(),
            (thread, executor) -> executor.execute(() -> {})),
        edge(
            "start of a virtual thread, which another has done",
            () -> {
              Thread thread = virtual(() -> hear("end of the thread"));
              inTurn(thread::start, () -> check(!starts(thread::start)));
              whisper("end of the thread");
              thread.join();
            }),
        edge(
            "start by a method that is called by its name",
            () -> {
              Cell cell = new Cell();
              Thread thread = new Thread(() -> cell.data++);
              Method invoke = Method.class.getMethod("invoke", Object.class, Object[].class);
              cell.data = 1;
              invoke.invoke(Thread.class.getMethod("start"), thread, new Object[0]);
              invoke.invoke(Thread.class.getMethod("join"), thread, new Object[0]);
              cell.data++;
            }));
  }

  private interface Start {
    void of(Thread thread, ExecutorService executor);
  }

  /** A thread that an executor starts, or another thread. */
  private static Arguments startedTwice(String name, Start first, Start second) {
    return edge(
        name,
        () -> {
          Thread thread = new Thread(() -> hear("end of the thread"));
          ExecutorService executor = executor(task -> thread);
          inTurn(
              () -> first.of(thread, executor),
              () -> check(!starts(() -> second.of(thread, executor))));
          whisper("end of the thread");
          thread.join();
        });
  }

  private static Stream<Arguments> joins() {
    return Stream.of(
        edge(
            "join with a duration",
            () -> {
              Cell cell = new Cell();
              Thread thread = new Thread(() -> cell.data++);
              thread.start();
              check(join(thread, Duration.ofSeconds(10)));
              cell.data++;
            }),
        edge(
            "join with a duration, of a thread that has ended",
            () -> ThreadEdgesTest.joinEnded(ThreadEdgesTest::started, JOIN)),
        edge(
            "join with a duration gives the monitor up", () -> ThreadEdgesTest.joinInMonitor(JOIN)),
        edge("join without time keeps the monitor", NewerThreadEdgesTest::keepMonitor),
        edge("join with a duration, interrupted", () -> ThreadEdgesTest.interruptedJoin(JOIN)));
  }

  private static void keepMonitor() throws Exception {
    Thread thread = new Thread(() -> hear("end of the thread"));
    thread.start();
    Cell cell = new Cell();
    inParallel(
        () -> {
          synchronized (thread) {
            check(!join(thread, Duration.ZERO));
            cell.data++;
          }
          whisper("left");
        },
        () -> {
          hear("left");
          synchronized (thread) {
            cell.data++;
          }
        });
    whisper("end of the thread");
    thread.join();
  }

  private static boolean isInterrupted(Wait wait) throws Exception {
    try {
      wait.run();
      return false;
    } catch (InterruptedException wanted) {
      return true;
    }
  }

  private static Stream<Arguments> interrupts() {
    return Stream.of(
        sleeping("sleep with a duration", Duration.class, Duration.ofMinutes(1)),
        sleeping("sleep that is called by its name", long.class, 60_000L),
        edge(
            "interrupt of a virtual thread that sleeps",
            () ->
                interrupt(
                    NewerThreadEdgesTest::virtual,
                    () -> check(isInterrupted(() -> Thread.sleep(60_000))))),
        edge(
            "interrupt of a virtual thread that asks",
            () -> interrupt(NewerThreadEdgesTest::virtual, () -> untilTrue(Thread::interrupted))),
        edge(
            "interrupt of a virtual thread that asks for its state",
            () ->
                interrupt(
                    NewerThreadEdgesTest::virtual,
                    () -> untilTrue(() -> Thread.currentThread().isInterrupted()))),
        edge(
            "interrupt of a virtual thread, seen by a third",
            () -> {
              Thread thread = virtual(() -> hear("seen by a third"));
              thread.start();
              handOver(thread::interrupt, () -> untilTrue(thread::isInterrupted));
              whisper("seen by a third");
              thread.join();
            }),
        edge("interrupt that a virtual thread has cleared", NewerThreadEdgesTest::clearInterrupt));
  }

  private static <T> Arguments sleeping(String name, Class<T> type, T time) {
    return edge(
        "interrupt of " + name,
        () -> interrupt(Thread::new, () -> check(isInterrupted(() -> sleep(type, time)))));
  }

  private static void interrupt(ThreadFactory threads, Wait wait) throws Exception {
    Cell cell = new Cell();
    Thread waiting =
        threads.newThread(
            () -> {
              Programs.run(wait::run);
              cell.data++;
            });
    waiting.start();
    inParallel(
        () -> {
          cell.data++;
          waiting.interrupt();
        });
    waiting.join();
  }

  private static void clearInterrupt() throws Exception {
    Cell cell = new Cell();
    Thread thread =
        virtual(
            () -> {
              Thread.currentThread().interrupt();
              cell.data = 1;
              check(Thread.interrupted());
              whisper("cleared");
              hear("end of the thread");
            });
    thread.start();
    hear("cleared");
    check(!thread.isInterrupted());
    cell.data++;
    whisper("end of the thread");
    thread.join();
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        ThreadEdgesTest.living(
            "join with a duration, in vain", thread -> check(!join(thread, Duration.ofMillis(1)))),
        edge(
            "isInterrupted of a virtual thread, before",
            () -> {
              Thread thread = virtual(() -> hear("end of the thread"));
              thread.start();
              Programs.tooEarly(thread::interrupt, () -> check(!thread.isInterrupted()));
              whisper("end of the thread");
              thread.join();
            }),
        edge(
            "isInterrupted of a virtual thread, which has cleared nothing",
            () -> {
              Cell cell = new Cell();
              Thread thread =
                  virtual(
                      () -> {
                        cell.data = 1;
                        check(!Thread.interrupted());
                        whisper("not cleared");
                        hear("end of the thread");
                      });
              thread.start();
              hear("not cleared");
              check(!thread.isInterrupted());
              cell.data++;
              whisper("end of the thread");
              thread.join();
            }));
  }

  /** The call is over at once: it does not give the monitor up. */
  @Test
  void accessAfterJoin_withoutTime_isInTheSameSection() {
    Cell first = new Cell();
    Cell second = new Cell();
    Set<String> races =
        Recorded.witnessed(
            getClass(),
            () -> {
              Thread thread = new Thread(() -> hear("end of the thread"));
              thread.start();
              inParallel(
                  () -> {
                    synchronized (thread) {
                      first.data = 1;
                      check(!join(thread, Duration.ZERO));
                      second.data++;
                    }
                    whisper("left");
                  },
                  () -> {
                    hear("left");
                    synchronized (thread) {
                      check(first.data == 1);
                    }
                    second.data++;
                  });
              whisper("end of the thread");
              thread.join();
            });
    assertThat(races).isEmpty();
  }
}
