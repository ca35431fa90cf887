package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** A repetition starts a thread that is not joined and still runs in the next one. */
@ResourceLock(Resources.GLOBAL)
@Timeout(120)
class LeftoverThreadsTest {
  private static final int REPETITIONS = 4;

  private static final class Cell {
    private int value;

    void add() {
      value++;
    }
  }

  private final Cell cell = new Cell();

  /** Opaque accesses, which order nothing. */
  private final AtomicInteger repetition = new AtomicInteger();

  private final AtomicInteger ended = new AtomicInteger();

  private void awaitEnded(int threads) {
    while (ended.getOpaque() < threads) {
      Thread.onSpinWait();
    }
  }

  /** The thread of each repetition adds in it, and once more in the next one. */
  private void addNowAndInTheNext() {
    int mine = repetition.getPlain() + 1;
    repetition.setOpaque(mine);
    new Thread(() -> addTwice(mine)).start();
    awaitEnded(mine - 1);
  }

  private void addTwice(int mine) {
    cell.add();
    while (repetition.getOpaque() == mine) {
      Thread.onSpinWait();
    }
    awaitEnded(mine - 1);
    cell.add();
    ended.setOpaque(mine);
  }

  @Test
  void threadsOfTwoRepetitions_doNotRace() {
    RaceCheck.with()
        .repetitions(REPETITIONS)
        .timeLimit("60s")
        .run(
            () -> {
              addNowAndInTheNext();
              RaceCheck.inParallel(new Cell()::add, new Cell()::add);
            });
    int started = repetition.getOpaque();
    repetition.setOpaque(started + 1);
    awaitEnded(started);
  }

  @Test
  void leftoverThread_withATaskOfTheRepetition_races() throws InterruptedException {
    LinkedBlockingQueue<Cell> tasks = new LinkedBlockingQueue<>();
    Thread[] worker = {null};
    assertThatThrownBy(
            () ->
                RaceCheck.with()
                    .repetitions(REPETITIONS)
                    .timeLimit("60s")
                    .run(
                        () -> {
                          if (worker[0] == null) {
                            worker[0] = new Thread(() -> addToEach(tasks));
                            worker[0].start();
                          } else {
                            addAndHandOver(tasks);
                          }
                        }))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("LeftoverThreadsTest.Cell.value");
    worker[0].interrupt();
    worker[0].join();
  }

  private void addAndHandOver(LinkedBlockingQueue<Cell> tasks) {
    int before = ended.getOpaque();
    Cell handedOver = new Cell();
    tasks.add(handedOver);
    handedOver.add();
    awaitEnded(before + 1);
  }

  private void addToEach(LinkedBlockingQueue<Cell> tasks) {
    try {
      while (true) {
        tasks.take().add();
        ended.setOpaque(ended.getPlain() + 1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // it ends
    }
  }
}
