package io.racedet.junit.truth.program;

import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;

/** Calls of phasers that have a common parent. */
final class Tiers implements Family {
  private static final int MILLIS = 2;

  private final int[] phasers = new int[3];

  Tiers(Draft draft) {
    int step = draft.step("inside onAdvance");
    phasers[0] =
        draft.callingObject(
            "parent",
            world ->
                new Phaser() {
                  @Override
                  protected boolean onAdvance(int phase, int parties) {
                    Strand.touchAlone(world, step);
                    return phase == 1 || parties == 0;
                  }
                });
    for (int i = 1; i < phasers.length; i++) {
      int parties = i;
      phasers[i] =
          draft.callingObject(
              "Phaser(parent, " + parties + ")",
              world -> new Phaser(world.get(phasers[0]), parties));
    }
  }

  @Override
  public Action next(Draft draft) {
    int child = 1 + draft.below(2);
    int any = draft.below(3);
    return switch (draft.below(12)) {
      case 0, 1, 2 -> of("arrive", child, Phaser::arrive);
      case 3 -> of("arriveAndDeregister", child, Phaser::arriveAndDeregister);
      case 4, 5 ->
          of(
              "arrive, await",
              child,
              p -> p.awaitAdvanceInterruptibly(p.arrive(), MILLIS, TimeUnit.MILLISECONDS));
      case 6 ->
          of("await 0", any, p -> p.awaitAdvanceInterruptibly(0, MILLIS, TimeUnit.MILLISECONDS));
      case 7 ->
          of("await 1", any, p -> p.awaitAdvanceInterruptibly(1, MILLIS, TimeUnit.MILLISECONDS));
      case 8 -> of("getPhase", any, Phaser::getPhase);
      case 9 -> of("isTerminated", any, p -> p.isTerminated() ? 1 : 0);
      case 10 -> of("getArrivedParties", any, Phaser::getArrivedParties);
      default ->
          draft.below(2) == 0
              ? of("register", 0, Phaser::register) // of a child, it may wait for the others
              : of(
                  "forceTermination",
                  any,
                  p -> {
                    p.forceTermination();
                    return 0;
                  });
    };
  }

  /** A call. */
  private interface Of {
    int call(Phaser phaser) throws Exception;
  }

  private Action of(String text, int phaser, Of call) {
    return new Action("p" + phaser + '.' + text, s -> call.call(s.world.get(phasers[phaser])));
  }
}
