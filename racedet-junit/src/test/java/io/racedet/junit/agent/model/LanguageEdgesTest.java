package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.exclude;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.tooEarly;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/** What the language itself orders: monitors, volatiles, classes and final fields. */
class LanguageEdgesTest extends EdgesTestCase {
  private static volatile int shared;

  static Stream<Arguments> edges() {
    return Stream.of(monitors(), classes()).flatMap(all -> all);
  }

  private static Stream<Arguments> monitors() {
    Object lock = new Object();
    Guarded guarded = new Guarded();
    return Stream.of(
        edge(
            "synchronized block",
            () -> {
              Cell cell = new Cell();
              Programs.both(
                  () -> {
                    synchronized (lock) {
                      cell.data++;
                    }
                  });
            }),
        edge("synchronized method", () -> exclude(guarded::take, guarded::put)),
        edge("static synchronized method", () -> exclude(Guarded::takeShared, Guarded::putShared)),
        edge(
            "synchronized method and block",
            () ->
                exclude(
                    guarded::take,
                    () -> {
                      synchronized (guarded) {
                        guarded.isTaken = false;
                      }
                    })),
        edge("wait and notify", () -> waitFor(lock, false)),
        edge("wait and notifyAll", () -> waitFor(lock, true)),
        edge(
            "volatile field",
            () -> {
              Flag flag = new Flag();
              handOver(() -> flag.isSet = true, () -> untilTrue(() -> flag.isSet));
            }),
        edge(
            "volatile static",
            () -> handOver(() -> shared = 7, () -> untilTrue(() -> shared == 7))));
  }

  /** A lock of synchronized methods. */
  private static final class Guarded {
    private static boolean isSharedTaken;
    private boolean isTaken;

    void take() throws Exception {
      untilTrue(this::tryTake);
    }

    private synchronized boolean tryTake() {
      boolean mine = !isTaken;
      isTaken = true;
      return mine;
    }

    synchronized void put() {
      isTaken = false;
    }

    static void takeShared() throws Exception {
      untilTrue(Guarded::tryTakeShared);
    }

    private static synchronized boolean tryTakeShared() {
      boolean mine = !isSharedTaken;
      isSharedTaken = true;
      return mine;
    }

    static synchronized void putShared() {
      isSharedTaken = false;
    }
  }

  private static final class Flag {
    volatile boolean isSet;
    boolean plain;
  }

  private static void waitFor(Object lock, boolean all) {
    Flag flag = new Flag();
    handOver(
        () -> {
          synchronized (lock) {
            flag.plain = true;
            if (all) {
              lock.notifyAll();
            } else {
              lock.notify();
            }
          }
        },
        () -> {
          synchronized (lock) {
            while (!flag.plain) {
              lock.wait();
            }
          }
        });
  }

  /** Initialised by whoever comes first. */
  private static final class Lazy {
    static final Cell CELL = new Cell();

    static {
      CELL.data = 1;
    }
  }

  private static final class Base {
    static final Cell CELL = new Cell();

    static {
      CELL.data = 1;
    }

    static int touch() {
      return CELL.data;
    }
  }

  private enum Single {
    INSTANCE;

    final Cell cell = new Cell();

    Single() {
      cell.data = 1;
    }
  }

  /** What it holds is written before the end of its constructor. */
  private static final class Frozen {
    final Cell cell;

    Frozen() {
      cell = new Cell();
      cell.data = 1;
    }
  }

  private static final class Holder {
    Frozen frozen;
    Open open;
  }

  private static final class Open {
    Cell cell;

    Open() {
      cell = new Cell();
      cell.data = 1;
    }
  }

  private static Stream<Arguments> classes() {
    return Stream.of(
        edge(
            "class initialisation",
            () ->
                inParallel(
                    () -> {
                      int seen = Lazy.CELL.data;
                      whisper("initialised");
                    },
                    () -> {
                      hear("initialised");
                      int seen = Lazy.CELL.data;
                    })),
        edge(
            "class initialisation, by a static method",
            () ->
                inParallel(
                    () -> {
                      Base.touch();
                      whisper("initialised");
                    },
                    () -> {
                      hear("initialised");
                      Base.touch();
                    })),
        edge(
            "enum constant",
            () ->
                inParallel(
                    () -> {
                      int seen = Single.INSTANCE.cell.data;
                      whisper("initialised");
                    },
                    () -> {
                      hear("initialised");
                      int seen = Single.INSTANCE.cell.data;
                    })));
  }

  private interface Use {
    void of(Holder holder);
  }

  private static int look(Cell cell) {
    return cell.data;
  }

  /** One thread puts an object into a holder, and another one finds it there. */
  private Recorded publishUnsafely(Use publish, Use use) {
    return Recorded.run(
        getClass(),
        () -> {
          Holder holder = new Holder();
          inParallel(
              () -> {
                publish.of(holder);
                whisper("published");
              },
              () -> {
                hear("published");
                use.of(holder);
              });
        });
  }

  @Test
  void finalField_ofUnsafelyPublishedObject_ordersWhatItLeadsTo() {
    Recorded recorded =
        publishUnsafely(holder -> holder.frozen = new Frozen(), holder -> look(holder.frozen.cell));
    assertThat(recorded.races()).containsExactly("LanguageEdgesTest.Holder.frozen");
    assertThat(recorded.shared()).contains("Programs.Cell.data");
  }

  @Test
  void plainField_ofUnsafelyPublishedObject_races() {
    Recorded recorded =
        publishUnsafely(holder -> holder.open = new Open(), holder -> look(holder.open.cell));
    assertThat(recorded.races())
        .containsExactlyInAnyOrder(
            "LanguageEdgesTest.Holder.open", "LanguageEdgesTest.Open.cell", "Programs.Cell.data");
  }

  static Stream<Arguments> noEdges() {
    Object first = new Object();
    Object second = new Object();
    return Stream.of(
        edge(
            "two locks",
            () -> {
              Cell cell = new Cell();
              inParallel(
                  () -> {
                    synchronized (first) {
                      cell.data++;
                    }
                  },
                  () -> {
                    synchronized (second) {
                      cell.data++;
                    }
                  });
            }),
        edge(
            "monitors of two objects",
            () -> {
              Guarded one = new Guarded();
              Guarded other = new Guarded();
              Cell cell = new Cell();
              inParallel(
                  () -> {
                    one.take();
                    cell.data++;
                    one.put();
                  },
                  () -> {
                    other.take();
                    cell.data++;
                    other.put();
                  });
            }),
        edge(
            "wait that times out",
            () ->
                tooEarly(
                    () -> {
                      synchronized (first) {
                        first.notifyAll();
                      }
                    },
                    () -> {
                      synchronized (first) {
                        first.wait(1);
                      }
                    })),
        edge(
            "volatile write after the read",
            () -> {
              Flag flag = new Flag();
              tooEarly(() -> flag.isSet = true, () -> check(!flag.isSet));
            }),
        edge(
            "plain flag",
            () -> {
              Flag flag = new Flag();
              handOver(
                  () -> {
                    flag.plain = true;
                    whisper("plain");
                  },
                  () -> {
                    hear("plain");
                    untilTrue(() -> flag.plain);
                  });
            }),
        edge(
            "what a class changes later",
            () -> {
              Later.CELL.data = 0;
              inParallel(() -> Later.CELL.data++, () -> Later.CELL.data++);
            }));
  }

  private static final class Later {
    static final Cell CELL = new Cell();
  }
}
