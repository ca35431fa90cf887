package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.exclude;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import com.acme.locks.LibraryLock;
import com.acme.locks.LibraryLongLock;
import io.racedet.junit.agent.model.Programs.Cell;
import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Synchronisers outside the JDK, by all their methods: woven ones, and those of libraries. */
class QueuedSyncEdgesTest extends EdgesTestCase {
  private static final long SECOND = 1_000_000_000L;

  /** Its code is woven. */
  private static final class OwnLock extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1L;

    OwnLock(int state) {
      setState(state);
    }

    void set(int state) {
      setState(state);
    }

    boolean isFree() {
      return getState() == 0;
    }

    boolean take() {
      return compareAndSetState(0, 1);
    }

    @Override
    protected boolean tryAcquire(int arg) {
      return compareAndSetState(0, 1);
    }

    @Override
    protected boolean tryRelease(int arg) {
      setState(0);
      return true;
    }

    @Override
    protected int tryAcquireShared(int arg) {
      return getState() == 0 ? 1 : -1;
    }

    @Override
    protected boolean tryReleaseShared(int arg) {
      setState(0);
      return true;
    }

    @Override
    protected boolean isHeldExclusively() {
      return getState() != 0;
    }
  }

  /** Its code is woven. */
  private static final class OwnLongLock extends AbstractQueuedLongSynchronizer {
    private static final long serialVersionUID = 1L;

    OwnLongLock(int state) {
      setState(state);
    }

    void set(int state) {
      setState(state);
    }

    boolean isFree() {
      return getState() == 0;
    }

    boolean take() {
      return compareAndSetState(0, 1);
    }

    @Override
    protected boolean tryAcquire(long arg) {
      return compareAndSetState(0, 1);
    }

    @Override
    protected boolean tryRelease(long arg) {
      setState(0);
      return true;
    }

    @Override
    protected long tryAcquireShared(long arg) {
      return getState() == 0 ? 1 : -1;
    }

    @Override
    protected boolean tryReleaseShared(long arg) {
      setState(0);
      return true;
    }

    @Override
    protected boolean isHeldExclusively() {
      return getState() != 0;
    }
  }

  /** What a program does with a synchroniser. */
  private interface Use {
    void of(QueuedSync sync) throws Exception;
  }

  /** A row for each kind of synchroniser, which begins in a state. */
  private static Stream<Arguments> each(String name, int state, Use use) {
    return Stream.concat(own(name, state, use), ofLibrary(name, state, use));
  }

  private static Stream<Arguments> own(String name, int state, Use use) {
    return Stream.of(
        row(name + ", own", i -> new QueuedSync.OfInt(new OwnLock(i)), state, use),
        row(name + ", own, long", i -> new QueuedSync.OfLong(new OwnLongLock(i)), state, use));
  }

  private static Stream<Arguments> ofLibrary(String name, int state, Use use) {
    return Stream.of(
        row(name + ", library", i -> new QueuedSync.OfInt(new LibraryLock(i)), state, use),
        row(
            name + ", library, long",
            i -> new QueuedSync.OfLong(new LibraryLongLock(i)),
            state,
            use));
  }

  private static Arguments row(String name, IntFunction<QueuedSync> create, int state, Use use) {
    return edge(name, () -> use.of(create.apply(state)));
  }

  static Stream<Arguments> edges() {
    return Stream.of(sections(), waits(), latches(), conditions(), states()).flatMap(rows -> rows);
  }

  private static Stream<Arguments> sections() {
    return Stream.of(
            each("acquire", 0, sync -> exclude(sync::acquire, sync::release)),
            each(
                "acquireInterruptibly",
                0,
                sync -> exclude(sync::acquireInterruptibly, sync::release)),
            each(
                "tryAcquireNanos",
                0,
                sync -> exclude(() -> untilTrue(() -> sync.tryAcquire(SECOND)), sync::release)))
        .flatMap(rows -> rows);
  }

  /** One thread waits in a call while the other is in its section. */
  private static Stream<Arguments> contended(String name, Use acquire) {
    return each(
        name + ", which waits",
        1,
        sync ->
            handOver(
                () -> {
                  untilTrue(sync::hasQueuedThreads);
                  sync.release();
                },
                () -> {
                  acquire.of(sync);
                  sync.release();
                }));
  }

  private static Stream<Arguments> waits() {
    return Stream.of(
            contended("acquire", QueuedSync::acquire),
            contended("acquireInterruptibly", QueuedSync::acquireInterruptibly),
            contended("tryAcquireNanos", sync -> sync.tryAcquire(10 * SECOND)))
        .flatMap(rows -> rows);
  }

  private static Stream<Arguments> latches() {
    return Stream.of(
            each("acquireShared", 1, sync -> handOver(sync::releaseShared, sync::acquireShared)),
            each(
                "acquireSharedInterruptibly",
                1,
                sync -> handOver(sync::releaseShared, sync::acquireSharedInterruptibly)),
            each(
                "tryAcquireSharedNanos",
                1,
                sync ->
                    handOver(
                        sync::releaseShared, () -> untilTrue(() -> sync.tryAcquireShared(SECOND)))),
            each(
                "acquireShared, which waits",
                1,
                sync ->
                    handOver(
                        () -> {
                          untilTrue(sync::hasQueuedThreads);
                          sync.releaseShared();
                        },
                        sync::acquireShared)))
        .flatMap(rows -> rows);
  }

  private interface Waiting {
    void await(Condition condition) throws Exception;
  }

  private static Stream<Arguments> awaits(String name, Waiting waiting) {
    return each(
        name,
        0,
        sync -> {
          Condition condition = sync.newCondition();
          Cell cell = new Cell();
          inParallel(
              () -> {
                sync.acquire();
                whisper("waits");
                while (cell.data == 0) {
                  waiting.await(condition);
                }
                cell.data++;
                sync.release();
              },
              () -> {
                hear("waits");
                sync.acquire();
                cell.data++;
                condition.signal();
                sync.release();
              });
        });
  }

  private static Stream<Arguments> conditions() {
    return Stream.of(
            each("await, interrupted", 0, QueuedSyncEdgesTest::interrupt),
            awaits("await", Condition::await),
            awaits("awaitUninterruptibly", Condition::awaitUninterruptibly),
            awaits("awaitNanos", condition -> condition.awaitNanos(SECOND)),
            awaits("await with a limit", condition -> condition.await(1, TimeUnit.SECONDS)),
            awaits(
                "awaitUntil",
                condition -> condition.awaitUntil(new Date(System.currentTimeMillis() + 1000))))
        .flatMap(rows -> rows);
  }

  /** A wait that an interrupt ends, which comes from neither of the threads that use the lock. */
  private static void interrupt(QueuedSync sync) throws Exception {
    Condition condition = sync.newCondition();
    Cell cell = new Cell();
    Thread waiter =
        new Thread(
            () -> {
              sync.acquire();
              whisper("waits");
              try {
                condition.await();
              } catch (InterruptedException wanted) {
                cell.data++;
              }
              sync.release();
            });
    waiter.start();
    inParallel(
        () -> {
          hear("waits");
          sync.acquire();
          cell.data++;
          sync.release();
          whisper("written");
        },
        () -> {
          hear("written");
          waiter.interrupt();
        });
    waiter.join();
  }

  /** The state alone is a volatile variable. */
  private static Stream<Arguments> states() {
    OwnLock lock = new OwnLock(1);
    OwnLongLock longLock = new OwnLongLock(1);
    return Stream.of(
        edge("state is set", () -> handOver(() -> lock.set(0), () -> untilTrue(lock::isFree))),
        edge(
            "long state is set",
            () -> handOver(() -> longLock.set(0), () -> untilTrue(longLock::isFree))),
        edge(
            "state is compared and set",
            () -> exclude(() -> untilTrue(lock::take), () -> lock.set(0))),
        edge(
            "long state is compared and set",
            () -> exclude(() -> untilTrue(longLock::take), () -> longLock.set(0))));
  }

  /** Never to be had. */
  private static final class Refusing extends AbstractQueuedSynchronizer {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean tryRelease(int arg) {
      return true;
    }

    @Override
    protected boolean tryAcquire(int arg) {
      return false;
    }
  }

  /** Never to be had. */
  private static final class RefusingLong extends AbstractQueuedLongSynchronizer {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean tryRelease(long arg) {
      return true;
    }

    @Override
    protected boolean tryAcquire(long arg) {
      return false;
    }
  }

  private static Arguments refused(String name, QueuedSync sync) {
    return edge(name, () -> inTurn(sync::release, () -> check(!sync.tryAcquire(1))));
  }

  static Stream<Arguments> noEdges() {
    OwnLongLock asked = new OwnLongLock(0);
    return Stream.of(
        refused("tryAcquireNanos that fails", new QueuedSync.OfInt(new Refusing())),
        refused("tryAcquireNanos that fails, long", new QueuedSync.OfLong(new RefusingLong())),
        edge(
            "long state that is only read",
            () -> inTurn(() -> check(asked.isFree()), () -> check(asked.isFree()))),
        edge(
            "two synchronisers",
            () -> {
              Cell cell = new Cell();
              QueuedSync one = new QueuedSync.OfInt(new OwnLock(0));
              QueuedSync other = new QueuedSync.OfInt(new OwnLock(0));
              inParallel(() -> add(one, cell), () -> add(other, cell));
            }));
  }

  private static void add(QueuedSync sync, Cell cell) {
    sync.acquire();
    cell.data++;
    sync.release();
  }
}
