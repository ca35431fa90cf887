package io.racedet.junit.truth.program;

import java.util.Timer;
import java.util.TimerTask;

/** Calls of a timer and of its tasks. */
final class Timers implements Family {
  private final int timer;
  private final int task;

  Timers(Draft draft) {
    timer = draft.object("Timer", () -> new Timer("truth-timer", true));
    int step = draft.step("timer task");
    task = draft.callingObject("TimerTask(" + step + ')', world -> task(world, step));
    draft.atEnd(world -> world.<Timer>get(timer).cancel());
  }

  private static TimerTask task(World world, int step) {
    return new TimerTask() {
      @Override
      public void run() {
        Strand.touchAlone(world, step);
      }
    };
  }

  @Override
  public Action next(Draft draft) {
    return switch (draft.below(6)) {
      case 0, 1 -> schedule(draft);
      case 2 ->
          new Action(
              "schedule(task)",
              s -> {
                s.world.<Timer>get(timer).schedule(s.world.<TimerTask>get(task), 1);
                return 0;
              });
      case 3 -> new Action("task.cancel", s -> s.world.<TimerTask>get(task).cancel() ? 1 : 0);
      case 4 -> new Action("purge", s -> s.world.<Timer>get(timer).purge());
      default ->
          new Action(
              "cancel",
              s -> {
                s.world.<Timer>get(timer).cancel();
                return 0;
              });
    };
  }

  private Action schedule(Draft draft) {
    int step = draft.step("other timer task");
    return new Action(
        "schedule(" + step + ')',
        s -> {
          s.world.<Timer>get(timer).schedule(task(s.world, step), draft(step));
          return 0;
        });
  }

  private static long draft(int step) {
    return step % 2;
  }
}
