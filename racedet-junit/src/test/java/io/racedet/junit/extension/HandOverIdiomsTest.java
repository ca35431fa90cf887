package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFree;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * State that threads hand over to each other, or that is local to each: thread-local variables,
 * phasers, exchangers, static initialisers, pools that are never shut down. Each with correct
 * synchronisation and without it.
 */
class HandOverIdiomsTest {
  private final Cell cell = new Cell();

  /* ---- thread locals ---- */

  @Test
  @RaceFree(repetitions = 3)
  void threadLocal_eachItsOwn_silent() {
    ThreadLocal<Cell> own = ThreadLocal.withInitial(Cell::new);
    RaceCheck.Block body =
        () -> {
          own.get().add();
          assertThat(own.get().add()).isEqualTo(2);
        };
    RaceCheck.inParallel(body, body);
  }

  @Test
  @ExpectRace(on = Cell.DATA)
  void threadLocal_allTheSame_found() {
    ThreadLocal<Cell> own = ThreadLocal.withInitial(() -> cell);
    RaceCheck.Block body = () -> own.get().add();
    RaceCheck.inParallel(body, body);
  }

  /** Gives each child a cell that continues from its parent's. */
  private static final class Inherited extends InheritableThreadLocal<Cell> {
    private final boolean copies;

    Inherited(boolean copies) {
      this.copies = copies;
    }

    @Override
    protected Cell childValue(Cell parents) {
      if (!copies) {
        return parents;
      }
      Cell childs = new Cell();
      childs.data = parents.data;
      return childs;
    }
  }

  private static void addBesideAChild(Inherited inherited) throws InterruptedException {
    inherited.set(new Cell());
    inherited.get().add();
    Thread child = new Thread(() -> inherited.get().add());
    child.start();
    inherited.get().add();
    child.join();
  }

  @Test
  @RaceFree(repetitions = 3)
  void inheritedThreadLocal_copied_silent() throws InterruptedException {
    addBesideAChild(new Inherited(true));
  }

  @Test
  @ExpectRace(on = Cell.DATA)
  void inheritedThreadLocal_notCopied_found() throws InterruptedException {
    addBesideAChild(new Inherited(false));
  }

  /* ---- phases ---- */

  /** Two phasers of two threads each, below one: in each phase all threads but one read. */
  private static void inPhases(Cell cell, boolean waits) {
    Phaser root = new Phaser();
    Phaser[] tiers = {new Phaser(root, 2), new Phaser(root, 2)};
    RaceCheck.Block[] bodies = new RaceCheck.Block[4];
    for (int i = 0; i < bodies.length; i++) {
      int number = i;
      bodies[i] = () -> takePart(tiers[number / 2], number, cell, waits);
    }
    RaceCheck.inParallel(bodies);
  }

  private static void takePart(Phaser phaser, int number, Cell cell, boolean waits) {
    for (int phase = 0; phase < 4; phase++) {
      if (phase == number) {
        cell.add();
      }
      if (waits) {
        phaser.arriveAndAwaitAdvance();
      }
      assertThat(cell.data).isNotNegative();
      phaser.arriveAndAwaitAdvance();
    }
  }

  @Test
  @RaceFree(repetitions = 3)
  void phasersInTiers_awaited_silent() {
    inPhases(cell, true);
    assertThat(cell.add()).isEqualTo(5);
  }

  @Test
  @ExpectRace(on = Cell.DATA)
  void phasersInTiers_halfOfThemAwaited_found() {
    inPhases(cell, false);
  }

  /* ---- exchange ---- */

  private static void exchange(boolean keepsTheOld) {
    Exchanger<Cell> exchanger = new Exchanger<>();
    RaceCheck.Block body =
        () -> {
          Cell mine = new Cell();
          try {
            for (int i = 0; i < 5; i++) {
              mine.add();
              Cell others = exchanger.exchange(mine);
              if (keepsTheOld) {
                mine.add();
              }
              mine = others;
              mine.add();
            }
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    RaceCheck.inParallel(body, body);
  }

  @Test
  @RaceFree(repetitions = 3)
  void exchangedCells_silent() {
    exchange(false);
  }

  @Test
  @ExpectRace(on = Cell.DATA)
  void exchangedCells_usedOn_found() {
    exchange(true);
  }

  /* ---- static initialisers ---- */

  /** Starts a thread to fill its cell, and waits for it. */
  private static final class Filled {
    static final Cell CELL = new Cell();

    static {
      Thread filler = Filler.start(CELL);
      Filler.join(filler);
    }

    private Filled() {}
  }

  /** Starts a thread to fill its cell, and does not wait. */
  private static final class Filling {
    static final Cell CELL = new Cell();
    static final Thread FILLER = Filler.start(CELL);

    private Filling() {}
  }

  private static final class Filler {
    private Filler() {}

    static Thread start(Cell cell) {
      Thread filler = new Thread(cell::add);
      filler.start();
      return filler;
    }

    static void join(Thread filler) {
      try {
        filler.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  @RaceFree(repetitions = 3)
  void threadOfAnInitialiser_joinedThere_silent() {
    RaceCheck.Block body = () -> assertThat(Filled.CELL.data).isEqualTo(1);
    RaceCheck.inParallel(body, body);
  }

  @Test
  @ExpectRace(on = Cell.DATA, with = @RaceFree(repetitions = 1))
  void threadOfAnInitialiser_notJoined_found() {
    assertThat(Filling.CELL.add()).isPositive();
    Filler.join(Filling.FILLER);
  }

  /* ---- a pool that outlives the test that created it ---- */

  private static ExecutorService left;
  private static Cell leftCell;

  private static synchronized ExecutorService left() {
    if (left == null) {
      leftCell = new Cell();
      left = Executors.newCachedThreadPool();
    }
    return left;
  }

  @AfterAll
  static void end() {
    left().shutdown();
  }

  @Test
  @RaceFree(repetitions = 5)
  void poolThatStays_waitedFor_silent() throws Exception {
    ExecutorService pool = left();
    leftCell.add();
    pool.submit(leftCell::add).get();
    leftCell.add();
  }

  @Test
  @ExpectRace(on = Cell.DATA)
  void poolThatStays_notWaitedFor_found() throws Exception {
    Future<Integer> task = left().submit(leftCell::add);
    leftCell.add();
    task.get();
  }

  @Test
  @RaceFree(repetitions = 5)
  void tasksThatOutliveTheTest_addToTheirOwn_silent() {
    Cell mine = new Cell();
    mine.add();
    left().execute(() -> addForAWhile(mine));
  }

  private static void addForAWhile(Cell mine) {
    for (int i = 0; i < 20_000; i++) {
      mine.add();
    }
  }
}
