package io.racedet.junit.truth.program;

import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Calls of future tasks, run by any thread or by a scheduler. */
final class Tasks implements Family {
  private final int task;
  private final int pool;

  Tasks(Draft draft) {
    int step = draft.step("task");
    task = draft.callingObject("FutureTask(" + step + ")", world -> task(world, step));
    pool = draft.object("ScheduledThreadPoolExecutor", () -> new ScheduledThreadPoolExecutor(2));
    draft.endsPool(pool);
  }

  private static FutureTask<Void> task(World world, int step) {
    return new FutureTask<>(() -> Strand.touchAlone(world, step), null);
  }

  @Override
  public Action next(Draft draft) {
    return switch (draft.below(11)) {
      case 0, 1 ->
          of(
              "run",
              (t, p) -> {
                t.run();
                return 0;
              });
      case 2 -> of("get", (t, p) -> t.get(2, TimeUnit.MILLISECONDS) == null ? 1 : 0);
      case 3 -> of("isDone", (t, p) -> t.isDone() ? 1 : 0);
      case 4 -> of("cancel", (t, p) -> t.cancel(true) ? 1 : 0);
      case 5 -> of("isCancelled", (t, p) -> t.isCancelled() ? 1 : 0);
      case 6 ->
          of(
              "execute",
              (t, p) -> {
                p.execute(t);
                return 0;
              });
      case 7 -> schedule(draft);
      case 8 ->
          of(
              "shutdown, awaitTermination",
              (t, p) -> {
                p.shutdown();
                return p.awaitTermination(3, TimeUnit.MILLISECONDS) ? 1 : 0;
              });
      case 9 -> of("run returned tasks", (t, p) -> runAll(p));
      default -> of("getQueue.poll", (t, p) -> run(p.getQueue().poll()));
    };
  }

  private static int runAll(ScheduledThreadPoolExecutor pool) {
    int count = 0;
    for (Runnable task : pool.shutdownNow()) {
      task.run();
      count++;
    }
    return count;
  }

  private static int run(Runnable task) {
    if (task == null) {
      return 0;
    }
    task.run();
    return 1;
  }

  private Action schedule(Draft draft) {
    int step = draft.step("scheduled task");
    boolean waits = draft.below(2) == 0;
    return new Action(
        "schedule(" + step + (waits ? "), get" : "), isDone"),
        s -> {
          World world = s.world;
          ScheduledFuture<?> future =
              world
                  .<ScheduledThreadPoolExecutor>get(pool)
                  .schedule(() -> Strand.touchAlone(world, step), 100, TimeUnit.MICROSECONDS);
          Delays.sometimes();
          return waits
              ? future.get(3, TimeUnit.MILLISECONDS) == null ? 1 : 0
              : future.isDone() ? 1 : 0;
        });
  }

  /** A call. */
  private interface Of {
    int call(FutureTask<Void> task, ScheduledThreadPoolExecutor pool) throws Exception;
  }

  private Action of(String text, Of call) {
    return new Action(text, s -> call.call(s.world.get(task), s.world.get(pool)));
  }
}
