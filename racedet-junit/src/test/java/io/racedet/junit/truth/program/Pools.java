package io.racedet.junit.truth.program;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Calls of a pool, and all ways to end it. */
final class Pools implements Family {
  private final int pool;

  private final boolean onlyEndings;

  Pools(Draft draft) {
    this(draft, false);
  }

  private Pools(Draft draft, boolean onlyEndings) {
    this.onlyEndings = onlyEndings;
    int kind = draft.below(7);
    pool = draft.object("pool " + kind, () -> create(kind));
    draft.endsPool(pool);
  }

  /** Tasks of a pool, and nothing but ends of it. */
  static Family endings(Draft draft) {
    return new Pools(draft, true);
  }

  private static ExecutorService create(int kind) {
    return switch (kind) {
      case 0 -> Executors.newFixedThreadPool(4);
      case 1 -> Executors.newCachedThreadPool();
      case 2 -> Executors.newSingleThreadExecutor();
      case 3 -> new ScheduledThreadPoolExecutor(2);
      case 4 -> new ForkJoinPool(2);
      case 5 -> new ThreadPoolExecutor(1, 2, 1, TimeUnit.MILLISECONDS, new SynchronousQueue<>());
      default -> {
        ThreadPoolExecutor some =
            new ThreadPoolExecutor(2, 2, 1, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(1));
        some.allowCoreThreadTimeOut(true);
        some.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
        yield some;
      }
    };
  }

  @Override
  public Action next(Draft draft) {
    return switch (draft.below(onlyEndings ? 8 : 9)) {
      case 0, 1 -> execute(draft);
      case 2 -> onlyEndings ? execute(draft) : submit(draft);
      case 3 -> onlyEndings ? execute(draft) : invokeAll(draft);
      case 4 -> end("shutdown, awaitTermination", pool -> pool.shutdown());
      case 5 -> end("shutdownNow, awaitTermination", ExecutorService::shutdownNow);
      case 6 ->
          new Action("awaitTermination", s -> await(s.world.<ExecutorService>get(pool), 5) ? 1 : 0);
      case 7 ->
          new Action(
              "isTerminated", s -> s.world.<ExecutorService>get(pool).isTerminated() ? 1 : 0);
      default -> get(draft);
    };
  }

  private Action execute(Draft draft) {
    int step = draft.step("task");
    return new Action(
        "execute(" + step + ")",
        s -> {
          World world = s.world;
          s.world.<ExecutorService>get(pool).execute(() -> Strand.touchAlone(world, step));
          return 1;
        });
  }

  private Action submit(Draft draft) {
    int step = draft.step("submitted task");
    return new Action(
        "submit(" + step + "), isDone",
        s -> {
          World world = s.world;
          Future<?> future =
              s.world.<ExecutorService>get(pool).submit(() -> Strand.touchAlone(world, step));
          Delays.sometimes();
          return future.isDone() ? 1 : 0;
        });
  }

  private Action invokeAll(Draft draft) {
    int one = draft.step("first of all");
    int two = draft.step("second of all");
    return new Action(
        "invokeAll(" + one + ", " + two + ")",
        s -> {
          World world = s.world;
          s.world
              .<ExecutorService>get(pool)
              .invokeAll(
                  List.of(
                      Executors.callable(() -> Strand.touchAlone(world, one)),
                      Executors.callable(() -> Strand.touchAlone(world, two))),
                  5,
                  TimeUnit.MILLISECONDS);
          return 1;
        });
  }

  private Action get(Draft draft) {
    int step = draft.step("awaited task");
    return new Action(
        "submit(" + step + "), get",
        s -> {
          World world = s.world;
          s.world
              .<ExecutorService>get(pool)
              .submit(() -> Strand.touchAlone(world, step))
              .get(5, TimeUnit.MILLISECONDS);
          return 1;
        });
  }

  /** Ends a pool. */
  private interface End {
    void of(ExecutorService pool);
  }

  private Action end(String text, End end) {
    return new Action(
        text,
        s -> {
          ExecutorService ended = s.world.get(pool);
          end.of(ended);
          return await(ended, 20) ? 1 : 0;
        });
  }

  private static boolean await(ExecutorService pool, int millis) throws InterruptedException {
    return pool.awaitTermination(millis, TimeUnit.MILLISECONDS);
  }
}
