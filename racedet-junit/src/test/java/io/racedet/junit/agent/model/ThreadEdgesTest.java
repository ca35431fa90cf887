package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Step;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What threads and timers show of what others have done with them. */
class ThreadEdgesTest extends EdgesTestCase {
  static Stream<Arguments> edges() {
    return Stream.of(threads(), interrupts(), timers()).flatMap(rows -> rows);
  }

  private static Stream<Arguments> threads() {
    return Stream.of(
        edge(
            "start, which another has done",
            () -> {
              Thread thread = new Thread(() -> hear("end of the thread"));
              inTurn(thread::start, () -> check(!starts(thread)));
              whisper("end of the thread");
              thread.join();
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
            "isAlive",
            () -> {
              Cell cell = new Cell();
              Thread thread = new Thread(() -> cell.data++);
              thread.start();
              untilTrue(() -> !thread.isAlive());
              cell.data++;
            }),
        edge("default handler of exceptions", ThreadEdgesTest::setDefaultHandler),
        edge(
            "body that is a method of the JDK",
            () -> {
              AtomicInteger count = new AtomicInteger();
              handOver(
                  () -> new Thread(count::incrementAndGet).start(),
                  () -> untilTrue(() -> count.get() > 0));
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

  private static Stream<Arguments> interrupts() {
    return Stream.of(
        interrupted("sleep", () -> Thread.sleep(60_000)),
        interrupted("sleep with nanoseconds", () -> Thread.sleep(60_000, 1)),
        interrupted("sleep of a unit", () -> TimeUnit.MINUTES.sleep(1)),
        interrupted("Phaser", () -> new Phaser(1).awaitAdvanceInterruptibly(0)),
        interrupted(
            "Phaser, with a limit",
            () -> new Phaser(1).awaitAdvanceInterruptibly(0, 1, TimeUnit.MINUTES)),
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
            }));
  }

  private static Arguments interrupted(String name, Step wait) {
    return edge(
        name + ", interrupted",
        () -> {
          Cell cell = new Cell();
          Thread waiting =
              new Thread(
                  () -> {
                    try {
                      wait.run();
                    } catch (InterruptedException wanted) {
                      cell.data++;
                    } catch (Exception e) {
                      throw new IllegalStateException(e);
                    }
                  });
          waiting.start();
          cell.data++;
          waiting.interrupt();
          waiting.join();
        });
  }

  /** Without a final field: who gets an object sees what preceded the end of its constructor. */
  private static final class Counting extends TimerTask {
    private Cell cell = new Cell();

    @Override
    public void run() {
      cell.data++;
      whisper("task has run");
    }
  }

  private static Stream<Arguments> timers() {
    return Stream.of(
        edge(
            "task of a timer that runs already",
            () -> {
              Timer timer = new Timer(true);
              Counting task = new Counting();
              task.cell.data = 1;
              timer.schedule(task, 0);
              hear("task has run");
              timer.cancel();
            }),
        edge(
            "time of a task",
            () -> {
              Timer timer = new Timer(true);
              Counting task = new Counting();
              inTurn(
                  () -> timer.schedule(task, 1_000_000),
                  () -> check(task.scheduledExecutionTime() > 0));
              timer.cancel();
            }));
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        edge(
            "states of two threads",
            () ->
                inTurn(
                    () -> Thread.currentThread().setName("first"),
                    () -> Thread.currentThread().getName())));
  }
}
