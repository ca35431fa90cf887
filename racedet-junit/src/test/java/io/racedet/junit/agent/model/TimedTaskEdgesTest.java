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
import java.util.Date;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Tasks that a pool or a timer runs later, and those that it runs again and again. */
class TimedTaskEdgesTest extends EdgesTestCase {
  private static final long HOUR_MILLIS = 3_600_000;

  private static TimerTask never() {
    return new TimerTask() {
      @Override
      public void run() {
        throw new IllegalStateException("too soon");
      }
    };
  }

  static Stream<Arguments> edges() {
    return Stream.of(schedules(), timers(), purges()).flatMap(all -> all);
  }

  private static Stream<Arguments> schedules() {
    return Stream.of(
        edge(
            "schedule",
            () -> {
              ScheduledExecutorService executor = Executors.newScheduledThreadPool(2);
              Cell cell = new Cell();
              cell.data++;
              executor.schedule(() -> cell.data++, 1, TimeUnit.MILLISECONDS).get();
              cell.data++;
              executor.shutdown();
            }),
        edge(
            "each run and the next",
            () -> {
              ScheduledExecutorService executor = Executors.newScheduledThreadPool(3);
              Cell cell = new Cell();
              CountDownLatch latch = new CountDownLatch(20);
              executor.scheduleAtFixedRate(
                  () -> {
                    cell.data++;
                    latch.countDown();
                  },
                  0,
                  50,
                  TimeUnit.MICROSECONDS);
              latch.await();
              executor.shutdownNow();
              executor.awaitTermination(10, TimeUnit.SECONDS);
              cell.data++;
            }),
        edge(
            "fixed delay",
            () -> {
              ScheduledExecutorService executor = Executors.newScheduledThreadPool(3);
              Cell cell = new Cell();
              CountDownLatch latch = new CountDownLatch(5);
              cell.data++;
              executor.scheduleWithFixedDelay(
                  () -> {
                    cell.data++;
                    latch.countDown();
                  },
                  0,
                  50,
                  TimeUnit.MICROSECONDS);
              latch.await();
              executor.shutdown();
              untilTrue(executor::isTerminated);
              cell.data++;
            }),
        edge(
            "single scheduled thread",
            () -> {
              ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
              Cell cell = new Cell();
              executor.schedule(() -> ++cell.data, 1, TimeUnit.MILLISECONDS);
              executor.schedule(() -> ++cell.data, 2, TimeUnit.MILLISECONDS).get();
              cell.data++;
              executor.shutdown();
            }));
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
            }),
        edge(
            "Timer",
            () -> {
              Timer timer = new Timer();
              Cell cell = new Cell();
              CountDownLatch latch = new CountDownLatch(2);
              cell.data++;
              timer.schedule(
                  new TimerTask() {
                    @Override
                    public void run() {
                      cell.data++;
                      latch.countDown();
                    }
                  },
                  1,
                  1);
              latch.await();
              timer.cancel();
            }),
        edge(
            "timer, once and cancelled",
            () -> {
              Timer timer = new Timer("timer", true);
              Cell cell = new Cell();
              CountDownLatch latch = new CountDownLatch(1);
              cell.data++;
              timer.schedule(
                  new TimerTask() {
                    @Override
                    public void run() {
                      cell.data++;
                      latch.countDown();
                    }
                  },
                  1);
              latch.await();
              timer.cancel();
              cell.data++;
            }),
        edge(
            "two tasks of one timer",
            () -> {
              Timer timer = new Timer(true);
              Cell cell = new Cell();
              CountDownLatch latch = new CountDownLatch(2);
              Step schedule =
                  () ->
                      timer.scheduleAtFixedRate(
                          new TimerTask() {
                            @Override
                            public void run() {
                              cell.data++;
                              cancel();
                              latch.countDown();
                            }
                          },
                          1,
                          1000);
              inParallel(schedule, schedule);
              latch.await();
              cell.data++;
              timer.cancel();
            }));
  }

  private interface Use {
    void of(Timer timer);
  }

  /** One thread uses a timer; another one cancels a task of it, and purges. */
  private static Arguments purged(String name, Use use) {
    return edge(
        name,
        () -> {
          Timer timer = new Timer(true);
          TimerTask cancelled = never();
          timer.schedule(cancelled, HOUR_MILLIS);
          handOver(
              () -> {
                use.of(timer);
                whisper("used");
              },
              () -> {
                hear("used");
                cancelled.cancel();
                timer.purge();
              });
          timer.cancel();
        });
  }

  private static Stream<Arguments> purges() {
    return Stream.of(
        purged("timer: purge of nothing, purge of a task", Timer::purge),
        purged(
            "timer: schedule, purge of another task",
            timer -> timer.schedule(never(), HOUR_MILLIS)),
        edge(
            "timer: a task run, purge after a cancelled task is gone",
            TimedTaskEdgesTest::purgeTooLate));
  }

  private static void purgeTooLate() {
    Timer timer = new Timer(true);
    Cell cell = new Cell();
    TimerTask cancelled = never();
    timer.schedule(
        task(
            () -> {
              cell.data++;
              hear("cancelled"); // so that the next task does not run before
            }),
        0);
    timer.schedule(cancelled, 1);
    cancelled.cancel();
    whisper("cancelled");
    timer.schedule(task(() -> whisper("gone")), 2);
    hear("gone");
    if (timer.purge() != 0) {
      throw new IllegalStateException("not gone");
    }
    cell.data++;
    timer.cancel();
  }

  private static TimerTask task(Runnable body) {
    return new TimerTask() {
      @Override
      public void run() {
        body.run();
      }
    };
  }

  private static void scheduleTooEarly(Timer timer) {
    try {
      timer.schedule(never(), new Date(-1));
    } catch (IllegalArgumentException wanted) {
      return;
    }
    throw new IllegalStateException("scheduled");
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        purged("timer: schedule in vain, purge", TimedTaskEdgesTest::scheduleTooEarly),
        edge(
            "what is done after the schedule",
            () -> {
              Timer timer = new Timer(true);
              Cell cell = new Cell();
              timer.schedule(
                  new TimerTask() {
                    @Override
                    public void run() {
                      hear("scheduled");
                      cell.data++;
                      whisper("run");
                    }
                  },
                  1);
              cell.data++;
              whisper("scheduled");
              hear("run");
              timer.cancel();
            }));
  }
}
