package io.racedet.junit.truth.program;

import java.util.concurrent.TimeUnit;

/** Calls of a thread that others start, interrupt and wait for, and of a monitor. */
final class Threads implements Family {
  private static final int MILLIS = 1;

  private final int thread;
  private final int monitor;

  Threads(Draft draft) {
    int step = draft.step("started thread");
    thread = draft.callingObject("Thread", world -> thread(world, step));
    monitor = draft.object("monitor", () -> new boolean[1]);
  }

  private static Thread thread(World world, int step) {
    Thread thread = new Thread(() -> Strand.touchAlone(world, step), "truth-started");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public Action next(Draft draft) {
    return switch (draft.below(9)) {
      case 0, 1 ->
          of(
              "start",
              t -> {
                t.start();
                return 0;
              });
      case 2 -> of("isAlive", t -> t.isAlive() ? 1 : 0);
      case 3 ->
          of(
              "join",
              t -> {
                t.join(MILLIS);
                return 0;
              });
      case 4 -> of("getState", t -> t.getState() == Thread.State.TERMINATED ? 1 : 0);
      case 5 ->
          of(
              "interrupt",
              t -> {
                t.interrupt();
                return 0;
              });
      case 6 -> of("isInterrupted", t -> t.isInterrupted() ? 1 : 0);
      case 7 -> locked(draft);
      default -> waiting(draft);
    };
  }

  private Action locked(Draft draft) {
    int step = draft.step("inside synchronized");
    return new Action(
        "synchronized(" + step + "), notifyAll",
        s -> {
          boolean[] lock = s.world.get(monitor);
          synchronized (lock) {
            s.touch(step);
            lock[0] = true;
            lock.notifyAll();
          }
          return 1;
        });
  }

  private Action waiting(Draft draft) {
    int before = draft.step("inside synchronized before wait");
    int after = draft.step("inside synchronized after wait");
    boolean timed = draft.below(2) == 0;
    return new Action(
        "synchronized(" + before + "), " + (timed ? "timedWait" : "wait") + "(" + after + ')',
        s -> {
          boolean[] lock = s.world.get(monitor);
          synchronized (lock) {
            s.touch(before);
            if (timed) {
              TimeUnit.MILLISECONDS.timedWait(lock, MILLIS);
            } else {
              lock.wait(MILLIS);
            }
            s.learn(after, lock[0] ? 1 : 0);
            s.touch(after);
            return lock[0] ? 1 : 0;
          }
        });
  }

  /** A call. */
  private interface Of {
    int call(Thread thread) throws Exception;
  }

  private Action of(String text, Of call) {
    return new Action(text, s -> call.call(s.world.get(thread)));
  }
}
