package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.both;
import static io.racedet.junit.agent.model.Programs.cells;
import static io.racedet.junit.agent.model.Programs.exclude;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.timesOut;
import static io.racedet.junit.agent.model.Programs.tooEarly;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Step;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Where threads meet: barriers, phasers and exchangers. */
class BarrierEdgesTest extends EdgesTestCase {
  static Stream<Arguments> edges() {
    return Stream.of(barriers(), phasers(), exchangers()).flatMap(all -> all);
  }

  private static Stream<Arguments> barriers() {
    return Stream.of(
        edge("CyclicBarrier", () -> crossBarrier(2)),
        edge("CyclicBarrier with more threads", () -> crossBarrier(4)),
        edge(
            "barrier action",
            () -> {
              Cell first = new Cell();
              Cell second = new Cell();
              CyclicBarrier barrier = new CyclicBarrier(2, () -> first.data += second.data);
              inParallel(
                  () -> {
                    first.data++;
                    barrier.await();
                    int seen = first.data;
                  },
                  () -> {
                    second.data++;
                    barrier.await();
                    int seen = first.data;
                  });
            }),
        edge(
            "barrier, with a limit",
            () -> {
              CyclicBarrier barrier = new CyclicBarrier(2);
              Cell first = new Cell();
              Cell second = new Cell();
              inParallel(
                  () -> {
                    first.data++;
                    barrier.await(9, TimeUnit.SECONDS);
                    second.data++;
                  },
                  () -> {
                    second.data++;
                    barrier.await(9, TimeUnit.SECONDS);
                    first.data++;
                  });
            }));
  }

  private static void crossBarrier(int parties) {
    CyclicBarrier barrier = new CyclicBarrier(parties);
    Cell[] cells = cells(parties);
    for (int i = 0; i < parties; i++) {
      cells[i] = new Cell();
    }
    Step[] steps = new Step[parties];
    for (int i = 0; i < parties; i++) {
      int mine = i;
      steps[i] =
          () -> {
            for (int round = 0; round < 2 * parties; round++) {
              cells[(mine + round) % parties].data++;
              barrier.await();
            }
          };
    }
    inParallel(steps);
  }

  private static Stream<Arguments> phasers() {
    return Stream.of(
        edge("Phaser", BarrierEdgesTest::advancePhaser),
        edge(
            "Phaser, arrive and awaitAdvance",
            () -> {
              Phaser phaser = new Phaser(1);
              handOver(phaser::arrive, () -> phaser.awaitAdvance(0));
            }),
        edge("Phaser, tiered", BarrierEdgesTest::advanceTieredPhaser),
        edge(
            "Phaser, forced to advance by its last party",
            () -> {
              Phaser phaser = new Phaser(2);
              handOver(phaser::arriveAndDeregister, phaser::arriveAndAwaitAdvance);
            }),
        edge(
            "Phaser, interruptible",
            () -> {
              Phaser phaser = new Phaser(1);
              handOver(phaser::arrive, () -> phaser.awaitAdvanceInterruptibly(0));
            }),
        edge(
            "Phaser, with a limit",
            () -> {
              Phaser phaser = new Phaser(1);
              handOver(
                  phaser::arrive, () -> phaser.awaitAdvanceInterruptibly(0, 9, TimeUnit.SECONDS));
            }),
        edge(
            "Phaser.onAdvance",
            () -> {
              Cell first = new Cell();
              Cell second = new Cell();
              Phaser phaser =
                  new Phaser(2) {
                    @Override
                    protected boolean onAdvance(int phase, int parties) {
                      first.data += second.data;
                      return false;
                    }
                  };
              inParallel(
                  () -> {
                    first.data++;
                    phaser.arriveAndAwaitAdvance();
                    int seen = first.data;
                  },
                  () -> {
                    second.data++;
                    phaser.arriveAndAwaitAdvance();
                    int seen = first.data;
                  });
            }),
        edge(
            "Phaser, registered later",
            () -> {
              Phaser phaser = new Phaser(1);
              Cell cell = new Cell();
              phaser.register();
              Thread worker =
                  new Thread(
                      () -> {
                        cell.data++;
                        phaser.arriveAndDeregister();
                      });
              worker.start();
              phaser.arriveAndAwaitAdvance();
              cell.data++;
              worker.join();
            }),
        edge(
            "getArrivedParties of a later phase",
            () -> {
              Phaser phases = new Phaser(1);
              handOver(
                  () -> {
                    phases.arrive();
                    phases.arrive();
                    whisper("arrived twice");
                  },
                  () -> {
                    hear("arrived twice");
                    phases.getArrivedParties();
                  });
            }));
  }

  private static void advancePhaser() {
    Phaser phaser = new Phaser(2);
    Cell first = new Cell();
    Cell second = new Cell();
    inParallel(
        () -> {
          for (int round = 0; round < 3; round++) {
            (round % 2 == 0 ? first : second).data++;
            phaser.arriveAndAwaitAdvance();
          }
        },
        () -> {
          for (int round = 0; round < 3; round++) {
            (round % 2 == 0 ? second : first).data++;
            phaser.arriveAndAwaitAdvance();
          }
        });
  }

  private static void advanceTieredPhaser() {
    Phaser root = new Phaser();
    Phaser left = new Phaser(root, 1);
    Phaser right = new Phaser(root, 1);
    Cell first = new Cell();
    Cell second = new Cell();
    inParallel(
        () -> {
          first.data++;
          left.arriveAndAwaitAdvance();
          second.data++;
        },
        () -> {
          second.data++;
          right.arriveAndAwaitAdvance();
          first.data++;
        });
  }

  private static Stream<Arguments> exchangers() {
    return Stream.of(
        edge(
            "Exchanger",
            () -> {
              Exchanger<Object> exchanger = new Exchanger<>();
              Cell first = new Cell();
              Cell second = new Cell();
              inParallel(
                  () -> {
                    first.data++;
                    exchanger.exchange("a");
                    second.data++;
                  },
                  () -> {
                    second.data++;
                    exchanger.exchange("b");
                    first.data++;
                  });
            }),
        edge(
            "Exchanger with a limit",
            () -> {
              Exchanger<Cell> exchanger = new Exchanger<>();
              both(
                  () -> {
                    Cell mine = new Cell();
                    mine.data++;
                    exchanger.exchange(mine, 9, TimeUnit.SECONDS).data++;
                  });
            }));
  }

  static Stream<Arguments> noEdges() {
    Exchanger<String> exchanger = new Exchanger<>();
    return Stream.of(
        edge(
            "after the barrier",
            () -> {
              CyclicBarrier barrier = new CyclicBarrier(2);
              exclude(barrier::await, () -> {});
            }),
        edge(
            "a barrier's next round against the last one",
            () -> {
              CyclicBarrier barrier = new CyclicBarrier(2);
              Cell cell = new Cell();
              inParallel(
                  () -> {
                    barrier.await();
                    cell.data++;
                    barrier.await(1, TimeUnit.SECONDS);
                  },
                  () -> {
                    barrier.await();
                    cell.data++;
                    barrier.await(1, TimeUnit.SECONDS);
                  });
            }),
        edge(
            "arrival without waiting",
            () -> {
              Phaser phaser = new Phaser(2);
              exclude(phaser::arrive, () -> {});
            }),
        edge(
            "awaitAdvance that times out",
            () -> {
              Phaser phaser = new Phaser(1);
              tooEarly(
                  phaser::arrive,
                  () ->
                      timesOut(
                          () -> phaser.awaitAdvanceInterruptibly(0, 1, TimeUnit.MILLISECONDS)));
            }),
        edge(
            "exchange that times out",
            () ->
                tooEarly(
                    () -> timesOut(() -> exchanger.exchange("a", 1, TimeUnit.MILLISECONDS)),
                    () -> timesOut(() -> exchanger.exchange("b", 1, TimeUnit.MILLISECONDS)))));
  }
}
