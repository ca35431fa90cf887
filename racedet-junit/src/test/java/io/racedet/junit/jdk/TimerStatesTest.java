package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.Date;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who finds a timer cancelled, or a task scheduled, run or cancelled, is ordered after that. */
@RaceFree
class TimerStatesTest extends JdkPrograms {
  private static final long NEVER = 1_000_000;

  private static TimerTask task(Runnable body) {
    return new TimerTask() {
      @Override
      public void run() {
        body.run();
      }
    };
  }

  private static boolean schedules(Timer timer, TimerTask task) {
    try {
      timer.schedule(task, NEVER);
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  @Test
  @Tag(IMPLEMENTED)
  void cancelledTimer_refusesTasksOfOthers() throws Exception {
    Cell c = new Cell();
    Timer timer = new Timer(true);
    inParallel(
        () -> {
          c.add();
          timer.cancel();
        },
        () -> {
          if (!schedules(timer, task(() -> {}))) {
            c.add();
          }
        });
    timer.cancel();
  }

  @Test
  @Tag(IMPLEMENTED)
  void timerThatDiedOfATask_refusesTasksOfOthers() throws Exception {
    Cell c = new Cell();
    Timer timer = new Timer(true);
    timer.schedule(
        task(
            () -> {
              Thread.currentThread().setUncaughtExceptionHandler((t, e) -> {});
              c.add();
              throw new IllegalStateException("wanted");
            }),
        0);
    while (schedules(timer, task(() -> {}))) {
      pause(10);
    }
    c.add();
  }

  @Test
  @Tag(IMPLEMENTED)
  void taskThatAnotherHasScheduled_isRefused() throws Exception {
    Cell c = new Cell();
    Timer timer = new Timer(true);
    TimerTask task = task(() -> {});
    inParallel(
        () -> {
          c.add();
          task.cancel();
        },
        () -> {
          if (!schedules(timer, task)) {
            c.add();
          }
        });
    timer.cancel();
  }

  @Test
  @Tag(IMPLEMENTED)
  void scheduledTask_isCancelledByAnother() throws Exception {
    Cell c = new Cell();
    Timer timer = new Timer(true);
    TimerTask task = task(() -> {});
    inParallel(
        () -> {
          c.add();
          schedules(timer, task);
        },
        () -> {
          if (task.cancel()) {
            c.add();
          }
        });
    timer.cancel();
  }

  @Test
  @Tag(IMPLEMENTED)
  void taskCancelledByTwo_onlyOneOfThemFindsItScheduled() throws Exception {
    Cell c = new Cell();
    Timer timer = new Timer(true);
    TimerTask task = task(() -> {});
    timer.schedule(task, NEVER);
    inParallel(
        () -> {
          c.add();
          task.cancel();
        },
        () -> {
          if (!task.cancel()) {
            c.add();
          }
        });
    timer.cancel();
  }

  @Test
  @Tag(IMPLEMENTED)
  void earlierTaskOfTheTimer_comesBeforeTheNextIsFoundRun() throws Exception {
    Cell c = new Cell();
    Timer timer = new Timer(true);
    TimerTask second = task(() -> {});
    timer.schedule(task(c::add), 0);
    timer.schedule(second, 1);
    pause(2_000);
    if (!second.cancel()) {
      c.add();
    }
    timer.cancel();
  }

  @Test
  @Tag(IMPLEMENTED)
  void timeOfTheSecondExecution_isSeenAfterTheFirst() throws Exception {
    Cell c = new Cell();
    Timer timer = new Timer(true);
    long begin = System.currentTimeMillis();
    TimerTask task =
        new TimerTask() {
          private boolean again;

          @Override
          public void run() {
            if (!again) {
              c.add();
            }
            again = true;
          }
        };
    timer.scheduleAtFixedRate(task, new Date(begin), 1);
    while (task.scheduledExecutionTime() <= begin) {
      pause(10);
    }
    c.add();
    timer.cancel();
  }

  @Test
  @Tag(IMPLEMENTED)
  void cancelledTimer_endsItsThread() throws Exception {
    Cell c = new Cell();
    Timer timer = new Timer(true);
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    timer.schedule(task(() -> thread.complete(Thread.currentThread())), 0);
    Thread ending = thread.get();
    inParallel(
        () -> {
          c.add();
          timer.cancel();
        },
        () -> {
          ending.join(1_000);
          if (!ending.isAlive()) {
            c.add();
          }
        });
  }
}
