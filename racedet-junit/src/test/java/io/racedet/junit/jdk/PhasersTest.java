package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What precedes an arrival is ordered before the advance. */
@RaceFree
class PhasersTest extends JdkPrograms {

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void parties_advance_seeWhatTheOthersDid() throws Exception {
    Cell[] cs = cells(3);
    Phaser ph = new Phaser(3);
    Step[] bs = new Step[3];
    for (int i = 0; i < 3; i++) {
      int k = i;
      bs[i] =
          () -> {
            for (int r = 0; r < 4; r++) {
              cs[(k + r) % 3].add();
              ph.arriveAndAwaitAdvance();
            }
          };
    }
    inParallel(bs);
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void onAdvance_ofTheLastPhase_seesAllParties() throws Exception {
    Cell[] cs = cells(3);
    Cell all = new Cell();
    Phaser ph =
        new Phaser(3) {
          @Override
          protected boolean onAdvance(int phase, int parties) {
            all.add();
            for (Cell c : cs) {
              c.add();
            }
            return phase == 2;
          }
        };
    Step[] bs = new Step[3];
    for (int i = 0; i < 3; i++) {
      int k = i;
      bs[i] =
          () -> {
            while (!ph.isTerminated()) {
              cs[k].add();
              ph.arriveAndAwaitAdvance();
            }
            all.get();
          };
    }
    inParallel(bs);
    all.add();
  }

  @Test
  @Tag(IMPLEMENTED)
  void forceTermination_seenByAParty_showsWhatPrecededIt() throws Exception {
    Cell c = new Cell();
    Phaser ph = new Phaser(2);
    Thread t =
        start(
            () -> {
              c.add();
              ph.forceTermination();
            });
    if (ph.arriveAndAwaitAdvance() < 0) {
      c.add();
    }
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void oneParty_manyThatArrive_countForSeveralPhases() throws Exception {
    Cell[] cs = cells(2);
    Phaser ph = new Phaser(1);
    for (Cell c : cs) {
      start(
          () -> {
            c.add();
            for (; ; ) {
              try {
                ph.arrive();
                break;
              } catch (IllegalStateException e) {
                Thread.yield();
              }
            }
          });
    }
    ph.awaitAdvance(0);
    ph.awaitAdvance(1);
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void laterPhase_awaited_includesEarlierOnes() throws Exception {
    Cell c = new Cell();
    Phaser ph = new Phaser(2);
    start(
        () -> {
          c.add();
          ph.arriveAndDeregister();
        });
    start(
        () -> {
          ph.arrive();
          while (ph.getPhase() == 0) {
            Thread.onSpinWait();
          }
          ph.arrive();
        });
    while (ph.getPhase() < 1 && !ph.isTerminated()) {
      Thread.onSpinWait();
    }
    ph.awaitAdvance(1);
    c.add();
  }

  @Test
  @Tag(PROMISED)
  void tiers_advance_together() throws Exception {
    Cell[] cs = cells(4);
    Phaser root = new Phaser();
    Phaser l = new Phaser(root, 2);
    Phaser r = new Phaser(root, 2);
    Step[] bs = new Step[4];
    for (int i = 0; i < 4; i++) {
      int k = i;
      Phaser p = k < 2 ? l : r;
      bs[i] =
          () -> {
            for (int n = 0; n < 3; n++) {
              cs[(k + n) % 4].add();
              p.arriveAndAwaitAdvance();
            }
            p.arriveAndDeregister();
          };
    }
    Thread w =
        start(
            () -> {
              root.awaitAdvance(2);
            });
    inParallel(bs);
    w.join();
  }

  @Test
  @Tag(PROMISED)
  void terminatedPhaser_arriveReturnsNegative_seesWhoEndedIt() throws Exception {
    Cell c = new Cell();
    Phaser p = new Phaser(1);
    Thread t =
        start(
            () -> {
              c.add();
              p.arriveAndDeregister();
            });
    while (!p.isTerminated()) {
      Thread.onSpinWait();
    }
    if (p.arrive() < 0) {
      c.add();
    }
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void awaitAdvanceWithALimit_repeated_seesArrivals() throws Exception {
    Cell c = new Cell();
    Phaser p = new Phaser(1);
    Thread t =
        start(
            () -> {
              c.add();
              p.arrive();
            });
    boolean over = false;
    while (!over) {
      try {
        p.awaitAdvanceInterruptibly(0, 20, TimeUnit.MICROSECONDS);
        over = true;
      } catch (TimeoutException e) {
        Thread.onSpinWait();
      }
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void awaitAdvanceOfAPhaseThatIsOver_seesItsArrivals() throws Exception {
    Cell c = new Cell();
    Phaser p = new Phaser(1);
    Thread t =
        start(
            () -> {
              c.add();
              p.arrive();
              p.arrive();
            });
    while (p.getPhase() < 2) {
      Thread.onSpinWait();
    }
    p.awaitAdvance(0);
    c.add();
    t.join();
  }
}
