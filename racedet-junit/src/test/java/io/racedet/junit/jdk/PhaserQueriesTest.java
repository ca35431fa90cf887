package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.concurrent.Phaser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What precedes an arrival is ordered before what sees the arrival. */
@RaceFree
class PhaserQueriesTest extends JdkPrograms {

  @Test
  @Tag(PROMISED)
  void isTerminated_askedInALoop_seesArrivals() throws Exception {
    Cell[] cs = cells(3);
    Phaser ph = new Phaser(3);
    for (Cell c : cs) {
      start(
          () -> {
            c.add();
            ph.arriveAndDeregister();
          });
    }
    while (!ph.isTerminated()) {
      Thread.onSpinWait();
    }
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void getPhase_askedInALoop_seesArrivals() throws Exception {
    Cell[] cs = cells(3);
    Phaser ph = new Phaser(3);
    for (Cell c : cs) {
      start(
          () -> {
            c.add();
            ph.arrive();
          });
    }
    while (ph.getPhase() == 0) {
      Thread.onSpinWait();
    }
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(IMPLEMENTED)
  void getArrivedParties_askedInALoop_seesArrivals() throws Exception {
    Cell[] cs = cells(2);
    Phaser ph = new Phaser(3);
    for (Cell c : cs) {
      start(
          () -> {
            c.add();
            ph.arrive();
          });
    }
    while (ph.getArrivedParties() < 2) {
      Thread.onSpinWait();
    }
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void register_forALaterPhase_seesArrivals() throws Exception {
    Cell[] cs = cells(2);
    Phaser ph = new Phaser(2);
    for (Cell c : cs) {
      start(
          () -> {
            c.add();
            ph.arrive();
          });
    }
    for (; ; ) {
      if (ph.register() == 1) {
        break;
      }
      if (ph.arriveAndDeregister() == 1) {
        break;
      }
      Thread.onSpinWait();
    }
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void registerOfATerminatedPhaser_returnsNegative_seesWhoEndedIt() throws Exception {
    Cell c = new Cell();
    Phaser p = new Phaser(1);
    Thread t =
        start(
            () -> {
              c.add();
              p.arriveAndDeregister();
            });
    while (p.register() >= 0) {
      p.arriveAndDeregister();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void getRegisteredParties_askedInALoop_seesRegistration() throws Exception {
    Cell c = new Cell();
    Phaser p = new Phaser(1);
    Thread t =
        start(
            () -> {
              c.add();
              p.register();
            });
    while (p.getRegisteredParties() == 1) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void getUnarrivedParties_ofAChild_seesArrivals() throws Exception {
    Cell c = new Cell();
    Phaser root = new Phaser(1);
    Phaser child = new Phaser(root, 2);
    Thread t =
        start(
            () -> {
              c.add();
              child.arrive();
            });
    while (child.getUnarrivedParties() == 2) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void getPhase_ofAChild_seesThePartiesOfAnother() throws Exception {
    Cell[] cs = cells(2);
    Phaser root = new Phaser();
    Phaser left = new Phaser(root, 1);
    Phaser right = new Phaser(root, 1);
    Thread t =
        start(
            () -> {
              cs[0].add();
              left.arrive();
            });
    Thread u =
        start(
            () -> {
              cs[1].add();
              right.arrive();
            });
    while (right.getPhase() == 0) {
      Thread.onSpinWait();
    }
    cs[0].add();
    cs[1].add();
    join(t, u);
  }

  @Test
  @Tag(PROMISED)
  void bulkRegister_whileOthersAdvance_waitsForOnAdvance() throws Exception {
    Cell c = new Cell();
    Phaser p =
        new Phaser(1) {
          @Override
          protected boolean onAdvance(int phase, int parties) {
            c.add();
            return false;
          }
        };
    Thread t = start(p::arrive);
    int phase = p.bulkRegister(2);
    if (phase == 1) {
      c.add();
    } else {
      p.arriveAndDeregister();
      p.arriveAndDeregister();
      p.awaitAdvance(0);
      c.add();
    }
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void arriveAndDeregister_ofTheLastOfAChild_isSeenByTheParent() throws Exception {
    Cell c = new Cell();
    Phaser root = new Phaser(1);
    Phaser child = new Phaser(root, 1);
    Thread t =
        start(
            () -> {
              c.add();
              child.arriveAndDeregister();
            });
    root.arriveAndAwaitAdvance();
    c.add();
    t.join();
  }
}
