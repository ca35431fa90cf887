package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.provider.Arguments;

/** Executors and futures that came after JDK 17: a thread for each task, closing, states. */
@EnabledForJreRange(min = JRE.JAVA_21)
class NewerTaskEdgesTest extends EdgesTestCase {
  private interface Use {
    void of(ExecutorService executor) throws Exception;
  }

  private static final Runnable NOTHING = () -> {};

  private static ExecutorService executor() {
    return NewerThreadEdgesTest.executor(Thread::new);
  }

  private static void close(ExecutorService executor) throws Exception {
    ((AutoCloseable) executor).close();
  }

  private static boolean ends(ExecutorService executor) throws Exception {
    return executor.awaitTermination(10, TimeUnit.SECONDS);
  }

  private static boolean refuses(ExecutorService executor) {
    try {
      executor.execute(NOTHING);
      return false;
    } catch (RejectedExecutionException wanted) {
      return true;
    }
  }

  static Stream<Arguments> edges() {
    return Stream.of(tasks(), shutdowns(), futures()).flatMap(rows -> rows);
  }

  /** The task is handed over by the start of its thread, and its end by that of the executor. */
  private static Arguments task(String name, ExecutorService executor, Use end) {
    return edge(
        name,
        () -> {
          Cell cell = new Cell();
          cell.data = 1;
          executor.execute(() -> cell.data++);
          end.of(executor);
          cell.data++;
        });
  }

  /** Two tasks end while the call waits for that. */
  private static Arguments closed(String name, ExecutorService executor) {
    return edge(
        name + ": close that waits",
        () -> {
          Cell[] cells = Programs.cells(2);
          for (Cell cell : cells) {
            executor.execute(
                () -> {
                  Programs.run(() -> untilTrue(executor::isShutdown));
                  cell.data = 1;
                });
          }
          close(executor);
          Programs.touchAll(cells);
        });
  }

  private static Stream<Arguments> tasks() {
    return Stream.of(
        task("thread for each task: close", executor(), NewerTaskEdgesTest::close),
        closed("thread for each task", executor()),
        closed("fork/join pool", new ForkJoinPool(2)),
        task(
            "thread for each task: awaitTermination",
            executor(),
            executor -> {
              executor.shutdown();
              check(ends(executor));
            }),
        endedTask("isTerminated", executor -> check(executor.isTerminated())),
        endedTask("shutdown again", ExecutorService::shutdown),
        endedTask("shutdownNow again", ExecutorService::shutdownNow),
        edge("thread for each task: invokeAny", () -> invokeAny(lasting(), true)),
        edge("fork/join pool: invokeAny", () -> invokeAny(forkJoin(), false)),
        edge("thread for each task: invokeAny in vain", NewerTaskEdgesTest::failAny));
  }

  /** Nothing but the answer of the executor tells that the task has ended. */
  private static Arguments endedTask(String name, Use look) {
    return edge(
        "thread for each task, ended: " + name,
        () -> {
          Cell cell = new Cell();
          ExecutorService executor =
              NewerThreadEdgesTest.executor(
                  task ->
                      new Thread(
                          () -> {
                            task.run();
                            whisper("gone");
                            hear("asked");
                          }));
          executor.execute(
              () -> {
                cell.data = 1;
                hear("shut down");
              });
          executor.shutdown();
          whisper("shut down");
          hear("gone");
          look.of(executor);
          cell.data++;
          whisper("asked");
        });
  }

  /** An executor whose threads live on after their tasks. */
  private static ExecutorService lasting() {
    return NewerThreadEdgesTest.executor(
        task ->
            new Thread(
                () -> {
                  task.run();
                  hear("end of the thread");
                }));
  }

  private static void invokeAny(ExecutorService executor, boolean lasts) throws Exception {
    Cell cell = new Cell();
    List<Callable<Integer>> tasks = List.of(() -> ++cell.data);
    check(executor.invokeAny(tasks) == 1);
    cell.data++;
    if (lasts) {
      whisper("end of the thread");
    }
    close(executor);
  }

  private static void failAny() throws Exception {
    Cell cell = new Cell();
    ExecutorService executor = lasting();
    List<Callable<Integer>> tasks =
        List.of(
            () -> {
              cell.data++;
              throw new IllegalStateException("wanted");
            });
    try {
      executor.invokeAny(tasks);
    } catch (ExecutionException wanted) {
      cell.data++;
    }
    whisper("end of the thread");
    close(executor);
  }

  /** Who finds it shut down sees what was done before. */
  private static Arguments shutDown(String name, ExecutorService executor, Use look) {
    return edge(name, () -> inTurn(executor::shutdown, () -> look.of(executor)));
  }

  private static Stream<Arguments> shutdowns() {
    String each = "thread for each task, shut down: ";
    return Stream.of(
        shutDown(each + "isShutdown", executor(), e -> check(e.isShutdown())),
        shutDown(each + "execute", executor(), e -> check(refuses(e))),
        shutDown(each + "isTerminated", executor(), e -> check(e.isTerminated())),
        shutDown(each + "awaitTermination", executor(), e -> check(ends(e))),
        shutDown(each + "close", executor(), NewerTaskEdgesTest::close),
        shutDown("fork/join pool, shut down: close", forkJoin(), NewerTaskEdgesTest::close),
        edge(each + "while a thread is made", NewerTaskEdgesTest::refuseThread),
        edge(each + "while threads are interrupted", NewerTaskEdgesTest::interruptThreads));
  }

  private static ForkJoinPool forkJoin() {
    return new ForkJoinPool(1);
  }

  private static void refuseThread() {
    ExecutorService executor =
        NewerThreadEdgesTest.executor(
            task -> {
              whisper("making");
              hear("shut down");
              return new Thread(task);
            });
    Cell cell = new Cell();
    Programs.inParallel(
        () -> {
          hear("making");
          cell.data = 1;
          executor.shutdown();
          whisper("shut down");
          hear("refused");
        },
        () -> {
          check(refuses(executor));
          cell.data++;
          whisper("refused");
        });
  }

  private static void interruptThreads() throws Exception {
    ExecutorService executor =
        NewerThreadEdgesTest.executor(
            task ->
                new Thread(task) {
                  @Override
                  public void interrupt() {
                    whisper("interrupting");
                    hear("asked");
                  }
                });
    executor.execute(() -> hear("end of the task"));
    Programs.handOver(
        executor::shutdownNow,
        () -> {
          hear("interrupting");
          check(executor.isShutdown());
          whisper("asked");
        });
    whisper("end of the task");
    close(executor);
  }

  /** Asks a future for what it is now, or for the exception that the question ends with. */
  private static Object now(Future<?> future, String question) throws Exception {
    try {
      return Future.class.getMethod(question).invoke(future);
    } catch (InvocationTargetException e) {
      return e.getCause();
    }
  }

  private static Stream<Arguments> futures() {
    return Stream.of("resultNow", "exceptionNow", "state")
        .flatMap(question -> Stream.of(done(question, false), done(question, true)));
  }

  private static Arguments done(String question, boolean fails) {
    return edge(
        "task that " + (fails ? "failed" : "succeeded") + ": " + question,
        () -> {
          FutureTask<Integer> task =
              new FutureTask<>(
                  () -> {
                    if (fails) {
                      throw new IllegalStateException("wanted");
                    }
                    return 1;
                  });
          inTurn(task::run, () -> now(task, question));
        });
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        living("isTerminated", executor -> check(!executor.isTerminated())),
        living(
            "awaitTermination",
            executor -> check(!executor.awaitTermination(1, TimeUnit.MILLISECONDS))),
        living("shutdown again", ExecutorService::shutdown),
        living("shutdownNow again", ExecutorService::shutdownNow),
        edge(
            "thread for each task: shutdown, then isTerminated in vain",
            () -> {
              ExecutorService executor = executor();
              executor.execute(() -> hear("end of the task"));
              inTurn(executor::shutdown, () -> check(!executor.isTerminated()));
              whisper("end of the task");
              close(executor);
            }),
        edge(
            "thread for each task: what the submitter does later",
            () -> {
              Cell cell = new Cell();
              ExecutorService executor = executor();
              executor.execute(
                  () -> {
                    hear("submitted");
                    cell.data++;
                  });
              cell.data = 1;
              whisper("submitted");
              close(executor);
            }),
        edge(
            "thread for each task: two submitters",
            () -> {
              ExecutorService executor = executor();
              inTurn(() -> executor.execute(NOTHING), () -> executor.execute(NOTHING));
              close(executor);
            }));
  }

  /** One of two tasks has ended, of which the executor tells nothing. */
  private static Arguments living(String name, Use look) {
    return edge(
        "thread for each task, with another one: " + name,
        () -> {
          Cell cell = new Cell();
          ExecutorService executor =
              NewerThreadEdgesTest.executor(
                  task ->
                      new Thread(
                          () -> {
                            task.run();
                            whisper("gone");
                          }));
          executor.execute(() -> hear("asked"));
          executor.execute(() -> cell.data = 1);
          hear("gone");
          executor.shutdown();
          look.of(executor);
          cell.data++;
          whisper("asked");
          hear("gone");
          close(executor);
        });
  }
}
