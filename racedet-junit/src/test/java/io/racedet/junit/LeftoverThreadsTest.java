package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
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

  @AfterEach
  void endThreads() {
    repetition.setOpaque(REPETITIONS + 1);
    awaitEnded(REPETITIONS);
  }

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
  }

  @Test
  void leftoverThread_withATaskOfTheRepetition_races() {
    LinkedBlockingQueue<Cell> tasks = new LinkedBlockingQueue<>();
    assertThatThrownBy(
            () ->
                RaceCheck.with()
                    .repetitions(REPETITIONS)
                    .timeLimit("60s")
                    .run(() -> addLateAndHandOver(tasks)))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("LeftoverThreadsTest.Cell.value");
  }

  /** From the second repetition on, a thread of the first one adds to what it is handed. */
  private void addLateAndHandOver(LinkedBlockingQueue<Cell> tasks) {
    int mine = repetition.getPlain() + 1;
    repetition.setOpaque(mine);
    if (mine == 1) {
      new Thread(() -> addToEach(tasks)).start();
    } else {
      Cell handedOver = new Cell();
      tasks.add(handedOver);
      handedOver.add();
    }
    awaitEnded(mine - 1);
  }

  private void addToEach(LinkedBlockingQueue<Cell> tasks) {
    try {
      for (int task = 1; task <= REPETITIONS; task++) {
        if (task < REPETITIONS) {
          tasks.take().add();
        }
        ended.setOpaque(task);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // it ends
    }
  }
}
