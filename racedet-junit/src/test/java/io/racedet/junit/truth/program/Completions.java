package io.racedet.junit.truth.program;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Tasks whose results are fetched in the order in which they end.
 *
 * <p>{@code invokeAny} returns the result of its second task only while two workers are free. With
 * two in all, this tells that every earlier task has ended: an order by the number of workers and
 * the order of the queue, which no documentation promises. A third worker is there for a task that
 * has not ended.
 */
final class Completions implements Family {
  private static final int MILLIS = 3;
  private static final int WORKERS = 2;

  private final int pool;
  private final int service;
  private int items;
  private int workers = WORKERS;

  Completions(Draft draft) {
    boolean forks = draft.below(3) == 0;
    pool =
        draft.object(
            forks ? "ForkJoinPool" : "pool",
            () -> forks ? new ForkJoinPool(workers) : Executors.newFixedThreadPool(workers));
    service =
        draft.callingObject(
            "CompletionService",
            world -> new ExecutorCompletionService<Item>(world.<ExecutorService>get(pool)));
    draft.endsPool(pool);
  }

  @Override
  public Action next(Draft draft) {
    return switch (draft.below(7)) {
      case 0, 1, 2 -> submit(draft);
      case 3 -> of("poll", (c, w) -> result(c.poll()));
      case 4, 5 -> of("timed poll", (c, w) -> result(c.poll(MILLIS, TimeUnit.MILLISECONDS)));
      default -> invokeAny(draft);
    };
  }

  private static Item result(Future<Item> future) throws Exception {
    return future == null ? null : future.get();
  }

  private static Callable<Item> task(World world, int step, int item) {
    return () -> {
      Strand.touchAlone(world, step);
      return world.items[item];
    };
  }

  private Action submit(Draft draft) {
    int step = draft.step("task");
    int item = items++ % 16;
    return of("submit(" + step + ")", (c, w) -> isDone(c.submit(task(w, step, item))));
  }

  /* Without a pause, only a task that finds an idle worker is done so soon: this tells of others. */
  private static boolean isDone(Future<?> submitted) {
    Delays.sometimes();
    return submitted.isDone();
  }

  private Action invokeAny(Draft draft) {
    workers = WORKERS + 1;
    int one = draft.step("first of any");
    int two = draft.step("second of any");
    int item = items++ % 16;
    int other = items++ % 16;
    return new Action(
        "invokeAny(" + one + ", " + two + ")",
        s ->
            World.outcome(
                s.world
                    .<ExecutorService>get(pool)
                    .invokeAny(
                        List.of(task(s.world, one, item), task(s.world, two, other)),
                        MILLIS,
                        TimeUnit.MILLISECONDS)));
  }

  /** A call. */
  private interface Of {
    Object call(CompletionService<Item> service, World world) throws Exception;
  }

  private Action of(String text, Of call) {
    return new Action(text, s -> World.outcome(call.call(s.world.get(service), s.world)));
  }
}
