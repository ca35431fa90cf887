package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Step;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What a fork/join pool is given by its callers, and what it answers them. */
class ForkJoinCallEdgesTest extends EdgesTestCase {
  private interface Use {
    void of(ForkJoinPool pool) throws Exception;
  }

  private interface Question {
    boolean of(ForkJoinPool pool);
  }

  private static void end(ForkJoinPool pool) throws Exception {
    pool.shutdown();
    check(pool.awaitTermination(1, TimeUnit.MINUTES));
  }

  /** Runs a step while the only worker of a pool is busy, and then ends the pool. */
  private static void whileBusy(ForkJoinPool pool, Step step) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    pool.execute(
        () -> {
          begun.countDown();
          hear("end of the task");
        });
    begun.await();
    step.run();
    whisper("end of the task");
    end(pool);
  }

  /** One thread uses a pool with a busy worker, and then another one does. */
  private static Arguments busy(String name, Use first, Use second) {
    return edge(
        "busy fork/join pool: " + name,
        () -> {
          ForkJoinPool pool = new ForkJoinPool(1);
          whileBusy(pool, () -> inTurn(() -> first.of(pool), () -> second.of(pool)));
        });
  }

  private static ForkJoinTask<?> task() {
    return ForkJoinTask.adapt(() -> {});
  }

  /** What is submitted waits in the queue; when the pool has been shut down, it is refused. */
  private static Stream<Arguments> submission(String name, Use submit) {
    return Stream.of(
        busy(name + ", then hasQueuedSubmissions", submit, p -> check(p.hasQueuedSubmissions())),
        busy(
            name + ", then getQueuedSubmissionCount",
            submit,
            p -> check(p.getQueuedSubmissionCount() == 1)),
        busy("shutdown, then " + name, ForkJoinPool::shutdown, pool -> refuses(pool, submit)));
  }

  private static void refuses(ForkJoinPool pool, Use submit) throws Exception {
    boolean refused = false;
    try {
      submit.of(pool);
    } catch (RejectedExecutionException e) {
      refused = true;
    }
    check(refused);
  }

  private static Stream<Arguments> submissions() {
    Callable<Integer> callable = () -> 1;
    return Stream.of(
            submission("execute of a task", pool -> pool.execute(task())),
            submission("execute", pool -> pool.execute(() -> {})),
            submission("submit of a task", pool -> pool.submit(task())),
            submission("submit", pool -> pool.submit(() -> {})),
            submission("submit of a callable", pool -> pool.submit(callable)),
            submission("submit with a result", pool -> pool.submit(() -> {}, 1)),
            Stream.of(
                busy(
                    "shutdown, then invokeAll",
                    ForkJoinPool::shutdown,
                    pool -> refuses(pool, p -> p.invokeAll(List.of(callable)))),
                busy(
                    "shutdown, then invokeAll with a limit",
                    ForkJoinPool::shutdown,
                    pool ->
                        refuses(pool, p -> p.invokeAll(List.of(callable), 1, TimeUnit.MINUTES)))))
        .flatMap(rows -> rows);
  }

  /** A task for a worker that was there before. */
  private static Arguments handedOver(String name, Handing handing) {
    return edge(
        "idle fork/join pool: " + name,
        () -> {
          ForkJoinPool pool = new ForkJoinPool(1);
          pool.submit(() -> {}).get();
          Cell cell = new Cell();
          Programs.inParallel(
              () -> {
                cell.data = 1;
                handing.hand(pool, () -> cell.data++);
              });
          end(pool);
        });
  }

  private interface Handing {
    void hand(ForkJoinPool pool, Callable<Integer> task) throws Exception;
  }

  private static Runnable running(Callable<Integer> task) {
    return () -> Programs.run(task::call);
  }

  private static Stream<Arguments> idlePools() {
    return Stream.of(
        handedOver("execute", (pool, task) -> pool.execute(running(task))),
        handedOver("execute of a task", (pool, task) -> pool.execute(ForkJoinTask.adapt(task))),
        handedOver("submit", (pool, task) -> pool.submit(running(task))),
        handedOver("submit with a result", (pool, task) -> pool.submit(running(task), 1)),
        handedOver("submit of a callable", (pool, task) -> pool.submit(task)),
        handedOver("submit of a task", (pool, task) -> pool.submit(ForkJoinTask.adapt(task))),
        handedOver("invokeAny", (pool, task) -> pool.invokeAny(List.of(task))),
        madeBefore("execute of a task", ForkJoinPool::execute),
        madeBefore("submit of a task", ForkJoinPool::submit),
        madeBefore("invoke", ForkJoinPool::invoke));
  }

  private interface TaskUse {
    void of(ForkJoinPool pool, ForkJoinTask<?> task);
  }

  /** A task that was made before what its submitter hands over with it. */
  private static Arguments madeBefore(String name, TaskUse submit) {
    return edge(
        "fork/join task of before: " + name,
        () -> {
          ForkJoinPool pool = new ForkJoinPool(1);
          pool.submit(() -> {}).get();
          Cell cell = new Cell();
          ForkJoinTask<?> task = ForkJoinTask.adapt(() -> cell.data++);
          Programs.inParallel(
              () -> {
                cell.data = 1;
                submit.of(pool, task);
              });
          end(pool);
        });
  }

  /** Only on newer JDKs. */
  private static Stream<Arguments> newCalls() {
    return Stream.of("externalSubmit", "lazySubmit")
        .filter(
            name ->
                Stream.of(ForkJoinPool.class.getMethods()).anyMatch(m -> m.getName().equals(name)))
        .map(name -> madeBefore(name, (pool, task) -> submit(name, pool, task)));
  }

  /** A lazy submission alone wakes no worker. */
  private static void submit(String name, ForkJoinPool pool, ForkJoinTask<?> task) {
    Programs.run(
        () -> {
          ForkJoinPool.class.getMethod(name, ForkJoinTask.class).invoke(pool, task);
          pool.execute(() -> {});
        });
  }

  /** A worker has run one task, and runs the next one when it is asked for. */
  private static Arguments secondTask(String name, Question question) {
    return edge(
        "fork/join pool in its second task: " + name,
        () -> {
          ForkJoinPool pool = new ForkJoinPool(1);
          Cell cell = new Cell();
          pool.execute(() -> cell.data = 1);
          // On JDK 17, it takes both as one if it finds the next one at once.
          untilTrue(() -> pool.getStealCount() == 1);
          whileForked(
              pool,
              () -> {
                untilTrue(() -> question.of(pool));
                cell.data++;
              });
          end(pool);
        });
  }

  private static void whileForked(ForkJoinPool pool, Step step) throws Exception {
    pool.execute(
        () -> {
          ForkJoinTask<?> forked = task().fork();
          whisper("forked");
          hear("asked for forked");
          forked.join();
        });
    hear("forked");
    step.run();
    whisper("asked for forked");
  }

  private static Stream<Arguments> counts() {
    return Stream.of(
        secondTask("getActiveThreadCount", pool -> pool.getActiveThreadCount() == 1),
        secondTask("getRunningThreadCount", pool -> pool.getRunningThreadCount() >= 0),
        secondTask("getQueuedTaskCount", pool -> pool.getQueuedTaskCount() == 1));
  }

  /** Writes to a variable of its own when it ends. */
  private static final class Ending extends ForkJoinWorkerThread {
    private final Cell cell;

    Ending(ForkJoinPool pool, Cell cell) {
      super(pool);
      this.cell = cell;
    }

    @Override
    protected void onTermination(Throwable thrown) {
      cell.data = 1;
    }
  }

  /** The workers have ended before their pool, of which only the last one knows. */
  private static void endOfWorkers(int number) throws Exception {
    List<Cell> cells = Stream.generate(Cell::new).limit(number).toList();
    Iterator<Cell> rest = cells.iterator();
    CountDownLatch begun = new CountDownLatch(number);
    ForkJoinPool pool =
        new ForkJoinPool(
            number,
            owner -> {
              synchronized (rest) {
                return new Ending(owner, rest.next());
              }
            },
            null,
            false);
    for (int i = 0; i < number; i++) {
      pool.execute(
          () -> {
            begun.countDown();
            Programs.run(begun::await);
          });
    }
    begun.await();
    end(pool);
    cells.forEach(cell -> cell.data++);
  }

  /** Does not get to its task before the pool is shut down. */
  private static final class Late extends ForkJoinWorkerThread {
    Late(ForkJoinPool pool) {
      super(pool);
    }

    @Override
    protected void onStart() {
      super.onStart();
      hear("shut down");
    }
  }

  /** The first task that is cancelled keeps the thread that does so until the other one is, too. */
  private static final class Cancelled extends RecursiveAction {
    private static final long serialVersionUID = 1;

    @Override
    public boolean cancel(boolean interrupting) {
      if (!(Thread.currentThread() instanceof ForkJoinWorkerThread)) {
        whisper("shut down");
        hear("cancelled");
      }
      return super.cancel(interrupting);
    }

    @Override
    protected void compute() {
      throw new IllegalStateException("it runs");
    }
  }

  /** Who finds a task cancelled by a worker comes after the shutdown that the worker has seen. */
  private static void cancelByWorker() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(1, Late::new, null, false);
    List<ForkJoinTask<?>> tasks = List.of(new Cancelled(), new Cancelled());
    tasks.forEach(pool::execute);
    handOver(
        pool::shutdownNow,
        () -> {
          untilTrue(() -> tasks.stream().anyMatch(ForkJoinTask::isCancelled));
          whisper("cancelled");
        });
    check(pool.awaitTermination(1, TimeUnit.MINUTES));
  }

  static Stream<Arguments> edges() {
    Stream<Arguments> ends =
        Stream.of(
            edge("task that a worker cancels", ForkJoinCallEdgesTest::cancelByWorker),
            busy(
                "shutdownNow, then isTerminating",
                ForkJoinPool::shutdownNow,
                pool -> check(pool.isTerminating())),
            edge("end of the worker of a fork/join pool", () -> endOfWorkers(1)),
            edge("ends of the workers of a fork/join pool", () -> endOfWorkers(3)));
    return Stream.of(submissions(), idlePools(), newCalls(), counts(), ends).flatMap(rows -> rows);
  }

  /** The workers begin one after the other, each for a submitter of its own. */
  private static void startTwoWorkers() throws Exception {
    Cell cell = new Cell();
    ForkJoinPool pool = new ForkJoinPool(2);
    Programs.inParallel(
        () -> {
          cell.data = 1;
          pool.execute(
              () -> {
                whisper("first worker");
                hear("second worker");
              });
        },
        () -> {
          hear("first worker");
          pool.execute(
              () -> {
                cell.data++;
                whisper("second worker");
              });
        });
    end(pool);
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(edge("starts of two workers", ForkJoinCallEdgesTest::startTwoWorkers));
  }
}
