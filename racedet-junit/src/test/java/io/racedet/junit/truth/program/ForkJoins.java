package io.racedet.junit.truth.program;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.TimeUnit;

/** Tasks of a fork/join pool that fork and join each other, and those that wait for them. */
final class ForkJoins implements Family {
  private final int pool;
  private final int task;
  private final int step;
  private final int[] inner = new int[3];

  ForkJoins(Draft draft) {
    pool = draft.object("ForkJoinPool", () -> new ForkJoinPool(2));
    step = draft.step("task before fork");
    for (int i = 0; i < inner.length; i++) {
      inner[i] = draft.step("inner task " + i);
    }
    task = draft.callingObject("task", this::task);
    draft.endsPool(pool);
  }

  /** A task that takes a step, and then has others take theirs. */
  private static final class Task extends RecursiveAction {
    private static final long serialVersionUID = 1;
    private final transient World world;
    private final int own;
    private final int[] others;

    Task(World world, int own, int... others) {
      this.world = world;
      this.own = own;
      this.others = others;
    }

    @Override
    protected void compute() {
      Strand.touchAlone(world, own);
      if (others.length == 3) {
        Task first = new Task(world, others[0]);
        first.fork();
        new Task(world, others[1]).invoke();
        first.join();
        Strand.touchAlone(world, others[2]);
      }
    }
  }

  private ForkJoinTask<Void> task(World world) {
    return new Task(world, step, inner);
  }

  @Override
  public Action next(Draft draft) {
    return switch (draft.below(10)) {
      case 0, 1 ->
          new Action(
              "pool.execute(task)",
              s -> {
                s.world.<ForkJoinPool>get(pool).execute(s.world.<ForkJoinTask<Void>>get(task));
                return 0;
              });
      case 2 -> of("isDone", (t, p) -> t.isDone() ? 1 : 0);
      case 3 -> of("getRawResult", (t, p) -> t.isCompletedNormally() ? 1 : 0);
      case 4 -> of("get", (t, p) -> t.get(3, TimeUnit.MILLISECONDS) == null ? 1 : 0);
      case 5 -> of("cancel", (t, p) -> t.cancel(false) ? 1 : 0);
      case 6 -> of("complete", ForkJoins::complete);
      case 7 ->
          of("awaitQuiescence", (t, p) -> p.awaitQuiescence(2, TimeUnit.MILLISECONDS) ? 1 : 0);
      case 8 -> of("isQuiescent", (t, p) -> p.isQuiescent() ? 1 : 0);
      default -> submit(draft);
    };
  }

  private static int complete(ForkJoinTask<Void> task, ForkJoinPool pool) {
    task.complete(null);
    return 0;
  }

  private Action submit(Draft draft) {
    int own = draft.step("submitted task");
    return new Action(
        "submit(" + own + "), get",
        s ->
            s.world
                        .<ForkJoinPool>get(pool)
                        .submit(new Task(s.world, own))
                        .get(3, TimeUnit.MILLISECONDS)
                    == null
                ? 1
                : 0);
  }

  /** A call. */
  private interface Of {
    int call(ForkJoinTask<Void> task, ForkJoinPool pool) throws Exception;
  }

  private Action of(String text, Of call) {
    return new Action(text, s -> call.call(s.world.get(task), s.world.get(pool)));
  }
}
