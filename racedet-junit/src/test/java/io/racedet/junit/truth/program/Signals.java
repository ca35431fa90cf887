package io.racedet.junit.truth.program;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Calls of one synchroniser of another kind than a lock. */
final class Signals implements Family {
  private static final int MILLIS = 2;

  private final int kind;
  private final int object;
  private int items;

  Signals(Draft draft) {
    kind = draft.below(6);
    int step = kind == 3 ? draft.step("inside barrier action") : kind == 5 ? onAdvance(draft) : -1;
    object = draft.callingObject(name(), world -> create(world, step));
  }

  private static int onAdvance(Draft draft) {
    return draft.step("inside onAdvance");
  }

  private String name() {
    return switch (kind) {
      case 0 -> "CountDownLatch(2)";
      case 1 -> "Semaphore(1)";
      case 2 -> "CyclicBarrier(2)";
      case 3 -> "CyclicBarrier(2, action)";
      case 4 -> "Exchanger";
      default -> "Phaser(2)";
    };
  }

  private Object create(World world, int step) {
    return switch (kind) {
      case 0 -> new CountDownLatch(2);
      case 1 -> new Semaphore(1);
      case 2 -> new CyclicBarrier(2);
      case 3 -> new CyclicBarrier(2, () -> Strand.touchAlone(world, step));
      case 4 -> new Exchanger<Item>();
      default ->
          new Phaser(2) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
              Strand.touchAlone(world, step);
              return phase == 1 || parties == 0;
            }
          };
    };
  }

  @Override
  public Action next(Draft draft) {
    return switch (kind) {
      case 0 -> latch(draft);
      case 1 -> semaphore(draft);
      case 2, 3 -> barrier(draft);
      case 4 -> exchange();
      default -> phaser(draft);
    };
  }

  private Action latch(Draft draft) {
    return switch (draft.below(3)) {
      case 0 ->
          new Action(
              "countDown",
              s -> {
                s.world.<CountDownLatch>get(object).countDown();
                return 0;
              });
      case 1 ->
          new Action(
              "await",
              s ->
                  s.world.<CountDownLatch>get(object).await(MILLIS, TimeUnit.MILLISECONDS) ? 1 : 0);
      default -> new Action("getCount", s -> (int) s.world.<CountDownLatch>get(object).getCount());
    };
  }

  private Action semaphore(Draft draft) {
    return switch (draft.below(6)) {
      case 0, 1 ->
          new Action(
              "release",
              s -> {
                s.world.<Semaphore>get(object).release();
                return 0;
              });
      case 2 -> new Action("tryAcquire", s -> s.world.<Semaphore>get(object).tryAcquire() ? 1 : 0);
      case 3 ->
          new Action(
              "timed tryAcquire",
              s ->
                  s.world.<Semaphore>get(object).tryAcquire(MILLIS, TimeUnit.MILLISECONDS) ? 1 : 0);
      case 4 -> new Action("drainPermits", s -> s.world.<Semaphore>get(object).drainPermits());
      default ->
          new Action("availablePermits", s -> s.world.<Semaphore>get(object).availablePermits());
    };
  }

  private Action barrier(Draft draft) {
    return switch (draft.below(5)) {
      case 0 -> new Action("isBroken", s -> s.world.<CyclicBarrier>get(object).isBroken() ? 1 : 0);
      case 1 ->
          draft.below(2) == 0
              ? new Action(
                  "getNumberWaiting", s -> s.world.<CyclicBarrier>get(object).getNumberWaiting())
              : new Action(
                  "reset",
                  s -> {
                    s.world.<CyclicBarrier>get(object).reset();
                    return 0;
                  });
      default ->
          new Action(
              "await",
              s -> s.world.<CyclicBarrier>get(object).await(MILLIS, TimeUnit.MILLISECONDS));
    };
  }

  private Action exchange() {
    int item = items++ % 16;
    return new Action(
        "exchange " + item,
        s ->
            World.outcome(
                s.world
                    .<Exchanger<Item>>get(object)
                    .exchange(s.world.items[item], MILLIS, TimeUnit.MILLISECONDS)));
  }

  /** A call of a phaser. */
  private interface OfPhaser {
    int call(Phaser phaser) throws Exception;
  }

  private Action phaser(Draft draft) {
    return switch (draft.below(11)) {
      case 0, 1 -> phaser("arrive", Phaser::arrive);
      case 2 -> phaser("arriveAndDeregister", Phaser::arriveAndDeregister);
      case 3 ->
          phaser(
              "arrive, await",
              p -> p.awaitAdvanceInterruptibly(p.arrive(), 2, TimeUnit.MILLISECONDS));
      case 4 -> phaser("await 0", p -> p.awaitAdvanceInterruptibly(0, 2, TimeUnit.MILLISECONDS));
      case 5 -> phaser("await 1", p -> p.awaitAdvanceInterruptibly(1, 2, TimeUnit.MILLISECONDS));
      case 6 -> phaser("getPhase", Phaser::getPhase);
      case 7 -> phaser("isTerminated", p -> p.isTerminated() ? 1 : 0);
      case 8 -> phaser("register", Phaser::register);
      case 9 -> phaser("getUnarrivedParties", Phaser::getUnarrivedParties);
      default ->
          phaser(
              "forceTermination",
              p -> {
                p.forceTermination();
                return 0;
              });
    };
  }

  private Action phaser(String text, OfPhaser call) {
    return new Action(text, s -> call.call(s.world.get(object)));
  }
}
