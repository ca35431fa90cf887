package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.exclude;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/** What the language itself orders: monitors, volatiles, threads, classes and final fields. */
class LanguageEdgesTest extends EdgesTestCase {
  private static volatile int shared;

  static Stream<Arguments> edges() {
    return Stream.of(monitors(), threads(), interrupts(), classes()).flatMap(all -> all);
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

  private static Stream<Arguments> threads() {
    return Stream.of(
        edge(
            "a thread's subclass",
            () -> {
              Cell cell = new Cell();
              Thread thread =
                  new Thread() {
                    @Override
                    public void run() {
                      cell.data++;
                    }
                  };
              cell.data++;
              thread.start();
              thread.join();
              cell.data++;
            }),
        edge(
            "a thread's handler of exceptions",
            () -> {
              Cell cell = new Cell();
              Thread thread =
                  new Thread(
                      () -> {
                        cell.data++;
                        throw new IllegalStateException("wanted");
                      });
              thread.setUncaughtExceptionHandler((t, e) -> cell.data++);
              thread.start();
              thread.join();
              cell.data++;
            }),
        edge(
            "another waits for the end, too",
            () -> {
              Cell cell = new Cell();
              Thread thread = new Thread(() -> cell.data++);
              thread.start();
              inParallel(
                  () -> {
                    thread.join();
                    cell.data++;
                  });
              cell.data++;
            }),
        edge(
            "start through a method handle",
            () -> {
              Cell cell = new Cell();
              Thread thread = new Thread(() -> cell.data++);
              cell.data++;
              Thread.class.getMethod("start").invoke(thread);
              Thread.class.getMethod("join").invoke(thread);
              cell.data++;
            }));
  }

  private static Arguments interrupted(String name, Programs.Step blocks) {
    return edge(
        name,
        () -> {
          Thread[] waiter = new Thread[1];
          CountDownLatch started = new CountDownLatch(1);
          handOver(
              () -> {
                started.await();
                waiter[0].interrupt();
              },
              () -> {
                waiter[0] = Thread.currentThread();
                started.countDown();
                try {
                  blocks.run();
                } catch (InterruptedException e) {
                  return;
                }
              });
        });
  }

  private static Stream<Arguments> interrupts() {
    ReentrantLock lock = new ReentrantLock();
    ReentrantLock free = new ReentrantLock();
    Condition condition = free.newCondition();
    return Stream.of(
        interrupted("interrupted()", () -> untilTrue(Thread::interrupted)),
        interrupted(
            "interrupt of park",
            () -> {
              while (!Thread.interrupted()) {
                LockSupport.park();
              }
            }),
        interrupted("interrupt of take", () -> new LinkedBlockingQueue<>().take()),
        interrupted("interrupt of acquire", () -> new Semaphore(0).acquire()),
        interrupted("interrupt of a barrier", () -> new CyclicBarrier(2).await()),
        interrupted(
            "interrupt of a condition",
            () -> {
              free.lock();
              try {
                condition.await();
              } finally {
                free.unlock();
              }
            }),
        interrupted(
            "interrupt of a future",
            () -> new java.util.concurrent.CompletableFuture<>().get(10, TimeUnit.SECONDS)),
        edge(
            "interrupt of lockInterruptibly",
            () -> {
              Cell cell = new Cell();
              lock.lock();
              Thread waiter =
                  new Thread(
                      () -> {
                        try {
                          lock.lockInterruptibly();
                        } catch (InterruptedException e) {
                          cell.data++;
                        }
                      });
              waiter.start();
              inParallel(
                  () -> {
                    cell.data++;
                    waiter.interrupt();
                  });
              waiter.join();
              lock.unlock();
            }),
        edge(
            "interrupt seen by a third",
            () -> {
              Thread sleeper =
                  new Thread(
                      () ->
                          Programs.run(
                              () -> {
                                hear("seen by a third");
                              }));
              sleeper.start();
              handOver(sleeper::interrupt, () -> untilTrue(sleeper::isInterrupted));
              whisper("seen by a third");
              sleeper.join();
            }));
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

  @Test
  void finalField_ofUnsafelyPublishedObject_ordersWhatItLeadsTo() {
    Recorded recorded =
        Recorded.run(
            getClass(),
            () -> {
              Holder holder = new Holder();
              inParallel(
                  () -> {
                    holder.frozen = new Frozen();
                    whisper("published");
                  },
                  () -> {
                    hear("published");
                    int seen = holder.frozen.cell.data;
                  });
            });
    assertThat(recorded.races()).containsExactly("LanguageEdgesTest.Holder.frozen");
    assertThat(recorded.shared()).contains("Programs.Cell.data");
  }

  @Test
  void plainField_ofUnsafelyPublishedObject_races() {
    Recorded recorded =
        Recorded.run(
            getClass(),
            () -> {
              Holder holder = new Holder();
              inParallel(
                  () -> {
                    holder.open = new Open();
                    whisper("published");
                  },
                  () -> {
                    hear("published");
                    int seen = holder.open.cell.data;
                  });
            });
    assertThat(recorded.races())
        .containsExactlyInAnyOrder(
            "LanguageEdgesTest.Holder.open", "LanguageEdgesTest.Open.cell", "Programs.Cell.data");
  }

  static Stream<Arguments> noEdges() {
    Object first = new Object();
    Object second = new Object();
    ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 1);
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
                handOver(
                    () -> {
                      hear("timed out");
                      synchronized (first) {
                        first.notifyAll();
                      }
                      whisper("notified");
                    },
                    () -> {
                      synchronized (first) {
                        first.wait(1);
                      }
                      whisper("timed out");
                      hear("notified");
                    })),
        edge(
            "volatile write after the read",
            () -> {
              Flag flag = new Flag();
              handOver(
                  () -> {
                    hear("read");
                    flag.isSet = true;
                    whisper("written");
                  },
                  () -> {
                    if (flag.isSet) {
                      throw new IllegalStateException("set");
                    }
                    whisper("read");
                    hear("written");
                  });
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
            "park and unpark",
            () -> {
              Thread[] parked = new Thread[1];
              CountDownLatch started = new CountDownLatch(1);
              handOver(
                  () -> {
                    started.await();
                    LockSupport.unpark(parked[0]);
                  },
                  () -> {
                    parked[0] = Thread.currentThread();
                    started.countDown();
                    LockSupport.parkNanos(10_000_000_000L);
                  });
            }),
        edge("ThreadLocal", () -> exclude(() -> local.set(local.get() + 1), local::remove)),
        edge("yield and spin", () -> exclude(Thread::yield, Thread::onSpinWait)),
        edge(
            "interrupt that nobody notices",
            () -> {
              Thread[] target = new Thread[1];
              CountDownLatch started = new CountDownLatch(1);
              handOver(
                  () -> {
                    started.await();
                    target[0].interrupt();
                    whisper("interrupted");
                  },
                  () -> {
                    target[0] = Thread.currentThread();
                    started.countDown();
                    hear("interrupted");
                  });
            }),
        edge(
            "isInterrupted, before",
            () -> {
              Thread[] target = new Thread[1];
              CountDownLatch started = new CountDownLatch(1);
              handOver(
                  () -> {
                    started.await();
                    hear("asked");
                    target[0].interrupt();
                    whisper("interrupted");
                  },
                  () -> {
                    target[0] = Thread.currentThread();
                    started.countDown();
                    if (Thread.interrupted()) {
                      throw new IllegalStateException("interrupted");
                    }
                    whisper("asked");
                    hear("interrupted");
                  });
            }),
        edge(
            "isAlive of a living thread",
            () -> {
              Cell cell = new Cell();
              Thread thread =
                  new Thread(
                      () -> {
                        cell.data++;
                        whisper("written");
                        hear("looked");
                      });
              thread.start();
              hear("written");
              if (!thread.isAlive()) {
                throw new IllegalStateException("dead");
              }
              cell.data++;
              whisper("looked");
              thread.join();
            }),
        edge(
            "join that times out",
            () -> {
              Cell cell = new Cell();
              Thread thread =
                  new Thread(
                      () -> {
                        cell.data++;
                        whisper("written");
                        hear("looked");
                      });
              thread.start();
              hear("written");
              thread.join(1);
              cell.data++;
              whisper("looked");
              thread.join();
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
