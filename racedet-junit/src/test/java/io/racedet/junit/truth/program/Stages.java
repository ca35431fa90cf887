package io.racedet.junit.truth.program;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Calls of two completable futures: all ways to complete them, and dependent stages. */
final class Stages implements Family {
  private final int[] futures = new int[2];
  private final int pool;
  private int values;

  Stages(Draft draft) {
    for (int i = 0; i < futures.length; i++) {
      futures[i] = draft.object("CompletableFuture", CompletableFuture<Item>::new);
    }
    pool = draft.object("pool", () -> Executors.newFixedThreadPool(2));
    draft.endsPool(pool);
  }

  /** A call of a future. */
  private interface Of {
    Object future(CompletableFuture<Item> future, Strand strand) throws Exception;
  }

  private Action call(String text, int future, Of call) {
    return new Action(
        "f" + future + '.' + text,
        s -> World.outcome(call.future(s.world.get(futures[future]), s)));
  }

  @Override
  public Action next(Draft draft) {
    int f = draft.below(5) == 0 ? 1 : 0;
    int value = values++ % 16;
    return switch (draft.below(16)) {
      case 0, 1 -> call("complete " + value, f, (c, s) -> c.complete(s.world.items[value]));
      case 2 ->
          call(
              "completeExceptionally",
              f,
              (c, s) -> c.completeExceptionally(new IllegalStateException()));
      case 3 -> call("cancel", f, (c, s) -> c.cancel(true));
      case 4 -> call("get", f, (c, s) -> c.get(2, TimeUnit.MILLISECONDS));
      case 5 -> call("getNow", f, (c, s) -> c.getNow(null));
      case 6 -> call("isDone", f, (c, s) -> c.isDone());
      case 7 ->
          call(
              "obtrudeValue " + value,
              f,
              (c, s) -> {
                c.obtrudeValue(s.world.items[value]);
                return null;
              });
      case 8 ->
          call(
              "completeOnTimeout " + value,
              f,
              (c, s) -> c.completeOnTimeout(s.world.items[value], 500, TimeUnit.MICROSECONDS) == c);
      case 9 -> call("orTimeout", f, (c, s) -> c.orTimeout(500, TimeUnit.MICROSECONDS) == c);
      case 10 -> asynchronous(draft, f, value);
      default -> dependent(draft, f);
    };
  }

  private Action asynchronous(Draft draft, int f, int value) {
    int step = draft.step("inside completeAsync");
    return call(
        "completeAsync(" + step + ")",
        f,
        (c, s) -> {
          World world = s.world;
          c.completeAsync(
              () -> {
                Strand.touchAlone(world, step);
                return world.items[value];
              },
              world.get(pool));
          return null;
        });
  }

  private Action dependent(Draft draft, int f) {
    int step = draft.step("callback");
    String of = "(" + step + ")";
    return switch (draft.below(9)) {
      case 0 -> call("thenRun" + of, f, (c, s) -> c.thenRun(() -> touch(s, step)).isDone());
      case 1 ->
          call(
              "thenRunAsync" + of,
              f,
              (c, s) -> isDoneLater(c.thenRunAsync(() -> touch(s, step), s.world.get(pool))));
      case 2 ->
          call("whenComplete" + of, f, (c, s) -> c.whenComplete((v, e) -> touch(s, step)).isDone());
      case 3 ->
          call(
              "thenAcceptBoth" + of,
              f,
              (c, s) -> c.thenAcceptBoth(other(s, f), (a, b) -> touch(s, step)).isDone());
      case 4 ->
          call(
              "runAfterEither" + of,
              f,
              (c, s) -> c.runAfterEither(other(s, f), () -> touch(s, step)).isDone());
      case 5 ->
          call(
              "thenCompose" + of,
              f,
              (c, s) ->
                  c.thenCompose(
                          v -> {
                            touch(s, step);
                            return other(s, f);
                          })
                      .isDone());
      case 6 ->
          call("copy.thenRun" + of, f, (c, s) -> c.copy().thenRun(() -> touch(s, step)).isDone());
      case 7 ->
          call(
              "allOf.thenRun" + of,
              f,
              (c, s) ->
                  CompletableFuture.allOf(c, other(s, f)).thenRun(() -> touch(s, step)) == null);
      default ->
          call(
              "thenRun" + of + ".get",
              f,
              (c, s) -> c.thenRun(() -> touch(s, step)).get(2, TimeUnit.MILLISECONDS) == null);
    };
  }

  private static boolean isDoneLater(CompletableFuture<?> stage) {
    Delays.sometimes();
    return stage.isDone();
  }

  private CompletableFuture<Item> other(Strand strand, int future) {
    return strand.world.get(futures[1 - future]);
  }

  /* The callback knows what its creator knew then, no more. */
  private static void touch(Strand strand, int step) {
    Strand.touchAlone(strand.world, step);
  }
}
