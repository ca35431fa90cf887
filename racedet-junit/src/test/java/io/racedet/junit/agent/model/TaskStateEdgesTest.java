package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Tasks and futures that are run again, cancelled while they run, or completed twice. */
class TaskStateEdgesTest extends EdgesTestCase {
  /** A task that can be run again. */
  private static final class Again extends FutureTask<Void> {
    Again(Runnable step) {
      super(step, null);
    }

    boolean again() {
      return runAndReset();
    }
  }

  private static final Runnable NOTHING = () -> {};

  static Stream<Arguments> edges() {
    return Stream.of(futureTasks(), forkJoinTasks()).flatMap(rows -> rows);
  }

  private static Stream<Arguments> futureTasks() {
    return Stream.of(
        edge(
            "two runs of a task",
            () -> {
              Cell cell = new Cell();
              Again task = new Again(() -> cell.data++);
              inTurn(() -> check(task.again()), () -> check(task.again()));
            }),
        edge(
            "interrupting cancel after a run of a task",
            () -> {
              Again task = new Again(NOTHING);
              inTurn(() -> check(task.again()), () -> check(task.cancel(true)));
            }),
        edge("end of a run of a cancelled task", TaskStateEdgesTest::endOfCancelled),
        edge(
            "failure of a stage that another has completed",
            () -> {
              Cell cell = new Cell();
              completeWhileItRuns(() -> cell.data = 1, () -> {}, () -> cell.data++, () -> {});
            }));
  }

  private static void endOfCancelled() {
    Cell cell = new Cell();
    FutureTask<Void> task = new FutureTask<>(TaskStateEdgesTest::runUntilCancelled, null);
    inParallel(
        () -> {
          task.run();
          cell.data++;
        },
        () -> {
          hear("runs");
          cell.data = 1;
          check(task.cancel(false));
          whisper("cancelled");
        });
  }

  private static void runUntilCancelled() {
    whisper("runs");
    hear("cancelled");
  }

  /** A stage whose step fails after another thread has completed it. */
  private static void completeWhileItRuns(
      Runnable beforeComplete, Runnable beforeFailure, Runnable afterFailure, Runnable afterAll)
      throws InterruptedException {
    Runnable step =
        () -> {
          whisper("step");
          hear("completed");
          beforeFailure.run();
          throw new IllegalStateException("wanted");
        };
    Thread[] worker = new Thread[1];
    CompletableFuture<Void> future =
        CompletableFuture.runAsync(
            step,
            task -> {
              worker[0] =
                  new Thread(
                      () -> {
                        task.run();
                        afterFailure.run();
                        whisper("failed");
                        hear("all done");
                      });
              worker[0].start();
            });
    hear("step");
    beforeComplete.run();
    check(future.complete(null));
    whisper("completed");
    hear("failed");
    future.join();
    afterAll.run();
    whisper("all done");
    worker[0].join();
  }

  private static final class Counting extends CountedCompleter<Void> {
    private static final long serialVersionUID = 1;

    @Override
    public void compute() {}
  }

  private static Stream<Arguments> forkJoinTasks() {
    Counting exchanged = new Counting();
    Counting added = new Counting();
    ForkJoinTask<?> completed = ForkJoinTask.adapt(NOTHING);
    return Stream.of(
        edge(
            "completion of a fork/join task that another has completed",
            () -> inTurn(completed::quietlyComplete, completed::quietlyComplete)),
        edge(
            "compareAndSetPendingCount",
            () ->
                inTurn(
                    () -> check(exchanged.compareAndSetPendingCount(0, 1)),
                    () -> check(exchanged.compareAndSetPendingCount(1, 2)))),
        edge(
            "addToPendingCount",
            () -> inTurn(() -> added.addToPendingCount(1), () -> added.addToPendingCount(1))));
  }

  static Stream<Arguments> noEdges() {
    FutureTask<Void> done = new FutureTask<>(NOTHING, null);
    done.run();
    Again again = new Again(NOTHING);
    Counting counting = new Counting();
    CompletableFuture<Integer> future = new CompletableFuture<>();
    return Stream.of(
        edge("get of a task that was cancelled while it ran", TaskStateEdgesTest::getCancelled),
        edge(
            "cancel without an interrupt, after a run of a task",
            () -> inTurn(() -> check(again.again()), () -> check(again.cancel(false)))),
        edge(
            "cancel of a task that is done",
            () -> inTurn(() -> check(!done.cancel(false)), done::get)),
        edge(
            "compareAndSetPendingCount in vain",
            () ->
                inTurn(
                    () -> check(!counting.compareAndSetPendingCount(7, 8)),
                    () -> check(counting.getPendingCount() == 0))),
        edge(
            "failure of a stage that was completed before",
            () -> {
              Cell cell = new Cell();
              completeWhileItRuns(() -> {}, () -> cell.data = 1, () -> {}, () -> cell.data++);
            }),
        edge(
            "no dependents any more",
            () ->
                inTurn(
                    () -> {
                      future.thenRun(NOTHING);
                      future.complete(1);
                    },
                    () -> check(future.getNumberOfDependents() == 0))));
  }

  /** What is still done by a task that is cancelled is not before the end of get(). */
  private static void getCancelled() {
    Cell cell = new Cell();
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              runUntilCancelled();
              cell.data = 1;
            },
            null);
    inParallel(
        () -> {
          task.run();
          whisper("run has ended");
          hear("all done");
        },
        () -> {
          hear("runs");
          check(task.cancel(false));
          whisper("cancelled");
          hear("run has ended");
          check(task.isDone() && task.isCancelled());
          cell.data++;
          whisper("all done");
        });
  }
}
