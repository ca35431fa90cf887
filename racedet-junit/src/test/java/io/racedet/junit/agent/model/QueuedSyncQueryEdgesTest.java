package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;

import com.acme.locks.LibraryLock;
import com.acme.locks.LibraryLongLock;
import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Step;
import java.util.List;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Who asks a synchroniser for the threads that wait sees what these have done before. */
class QueuedSyncQueryEdgesTest extends EdgesTestCase {
  private static final long TEN_SECONDS = 10_000_000_000L;

  /** What a thread does that has to wait. */
  private record Coming(String name, Action action) {}

  private interface Action {
    void of(QueuedSync sync) throws Exception;
  }

  /** What tells whether a thread waits. */
  private record Query<S>(String name, Asking<S> asking) {}

  private interface Asking<S> {
    boolean of(S sync, Thread waiting);
  }

  private static final Coming ACQUIRE = new Coming("acquire", QueuedSync::acquire);
  private static final Coming ACQUIRE_SHARED =
      new Coming("acquireShared", QueuedSync::acquireShared);

  private static final List<Coming> ALL =
      List.of(
          ACQUIRE,
          new Coming("acquireInterruptibly", QueuedSync::acquireInterruptibly),
          new Coming("tryAcquireNanos", sync -> sync.tryAcquire(TEN_SECONDS)),
          ACQUIRE_SHARED,
          new Coming("acquireSharedInterruptibly", QueuedSync::acquireSharedInterruptibly),
          new Coming("tryAcquireSharedNanos", sync -> sync.tryAcquireShared(TEN_SECONDS)));

  private static final List<Query<AbstractQueuedSynchronizer>> QUERIES =
      List.of(
          new Query<>("hasContended", (sync, thread) -> sync.hasContended()),
          new Query<>("getFirstQueuedThread", (s, thread) -> s.getFirstQueuedThread() == thread),
          new Query<>("isQueued", AbstractQueuedSynchronizer::isQueued),
          new Query<>("getQueueLength", (sync, thread) -> sync.getQueueLength() == 1),
          new Query<>("getQueuedThreads", (s, thread) -> s.getQueuedThreads().contains(thread)),
          new Query<>(
              "getExclusiveQueuedThreads", (s, t) -> s.getExclusiveQueuedThreads().contains(t)),
          new Query<>("toString", (sync, thread) -> sync.toString().contains("nonempty queue")));

  private static final Query<AbstractQueuedSynchronizer> SHARED =
      new Query<>("getSharedQueuedThreads", (s, t) -> s.getSharedQueuedThreads().contains(t));

  private static final List<Query<AbstractQueuedLongSynchronizer>> LONG_QUERIES =
      List.of(
          new Query<>("hasContended", (sync, thread) -> sync.hasContended()),
          new Query<>("getFirstQueuedThread", (s, thread) -> s.getFirstQueuedThread() == thread),
          new Query<>("isQueued", AbstractQueuedLongSynchronizer::isQueued),
          new Query<>("getQueueLength", (sync, thread) -> sync.getQueueLength() == 1),
          new Query<>("getQueuedThreads", (s, thread) -> s.getQueuedThreads().contains(thread)),
          new Query<>(
              "getExclusiveQueuedThreads", (s, t) -> s.getExclusiveQueuedThreads().contains(t)),
          new Query<>("toString", (sync, thread) -> sync.toString().contains("nonempty queue")));

  private static final Query<AbstractQueuedLongSynchronizer> LONG_SHARED =
      new Query<>("getSharedQueuedThreads", (s, t) -> s.getSharedQueuedThreads().contains(t));

  static Stream<Arguments> edges() {
    return Stream.of(
            ALL.stream().map(coming -> queued(coming, "", () -> ofInt(new LibraryLock(1)))),
            ALL.stream().map(coming -> queued(coming, ", long", () -> ofLong(longLock(1)))),
            QUERIES.stream().map(query -> queued(ACQUIRE, query)),
            LONG_QUERIES.stream().map(query -> queuedLong(ACQUIRE, query)),
            Stream.of(queued(ACQUIRE_SHARED, SHARED), queuedLong(ACQUIRE_SHARED, LONG_SHARED)),
            Stream.of(freed(), freedLong(), set(), setLong()),
            conditions())
        .flatMap(rows -> rows);
  }

  private static QueuedSync ofInt(AbstractQueuedSynchronizer sync) {
    return new QueuedSync.OfInt(sync);
  }

  private static QueuedSync ofLong(AbstractQueuedLongSynchronizer sync) {
    return new QueuedSync.OfLong(sync);
  }

  private static AbstractQueuedLongSynchronizer longLock(int state) {
    return new LibraryLongLock(state);
  }

  private static Arguments queued(Coming coming, String kind, Supplier<QueuedSync> made) {
    return edge(
        coming.name + ", hasQueuedThreads" + kind,
        () -> {
          QueuedSync sync = made.get();
          seen(sync, coming, thread -> sync.hasQueuedThreads());
        });
  }

  private static Arguments queued(Coming coming, Query<AbstractQueuedSynchronizer> query) {
    return edge(
        coming.name + ", " + query.name,
        () -> {
          AbstractQueuedSynchronizer sync = new LibraryLock(1);
          seen(ofInt(sync), coming, thread -> query.asking.of(sync, thread));
        });
  }

  private static Arguments queuedLong(Coming coming, Query<AbstractQueuedLongSynchronizer> query) {
    return edge(
        coming.name + ", " + query.name + ", long",
        () -> {
          AbstractQueuedLongSynchronizer sync = longLock(1);
          seen(ofLong(sync), coming, thread -> query.asking.of(sync, thread));
        });
  }

  private interface Seeing {
    boolean isQueued(Thread waiting);
  }

  /** A thread comes to a synchroniser that is not free until another one has seen it waiting. */
  private static void seen(QueuedSync sync, Coming coming, Seeing seeing) throws Exception {
    Cell cell = new Cell();
    Thread waiting =
        new Thread(
            () -> {
              cell.data = 1;
              Programs.run(() -> coming.action.of(sync));
            });
    waiting.start();
    untilTrue(() -> seeing.isQueued(waiting));
    cell.data++;
    sync.release();
    waiting.join();
  }

  private static Arguments freed() {
    AbstractQueuedSynchronizer sync = new LibraryLock(1);
    return named("release, toString", () -> sync.release(1), sync);
  }

  private static Arguments freedLong() {
    AbstractQueuedLongSynchronizer sync = longLock(1);
    return named("release, toString, long", () -> sync.release(1), sync);
  }

  private static Arguments set() {
    class Sync extends AbstractQueuedSynchronizer {
      private static final long serialVersionUID = 1L;

      Sync() {
        setState(1);
      }

      void free() {
        setState(0);
      }
    }
    Sync sync = new Sync();
    return named("setState, toString", sync::free, sync);
  }

  private static Arguments setLong() {
    class Sync extends AbstractQueuedLongSynchronizer {
      private static final long serialVersionUID = 1L;

      Sync() {
        setState(1);
      }

      void free() {
        setState(0);
      }
    }
    Sync sync = new Sync();
    return named("setState, toString, long", sync::free, sync);
  }

  /** A thread makes the state of a synchroniser 0; another one reads it in the text. */
  private static Arguments named(String name, Step free, Object sync) {
    return edge(
        name,
        () -> {
          Cell cell = new Cell();
          inParallel(
              () -> {
                cell.data = 1;
                free.run();
              },
              () -> {
                untilTrue(() -> sync.toString().contains("State = 0"));
                cell.data++;
              });
        });
  }

  /** What tells whether a thread waits for a condition. */
  private interface AskingCondition {
    boolean of(
        AbstractQueuedLongSynchronizer sync,
        AbstractQueuedLongSynchronizer.ConditionObject condition);
  }

  private static Stream<Arguments> conditions() {
    return Stream.of(
        awaited("hasWaiters", AbstractQueuedLongSynchronizer::hasWaiters),
        awaited("getWaitQueueLength", (sync, c) -> sync.getWaitQueueLength(c) == 1),
        awaited("getWaitingThreads", (sync, c) -> sync.getWaitingThreads(c).size() == 1));
  }

  /** A thread waits for a condition until another one has seen it waiting. */
  private static Arguments awaited(String name, AskingCondition asking) {
    return edge(
        "await, " + name + ", long",
        () -> {
          AbstractQueuedLongSynchronizer sync = longLock(0);
          AbstractQueuedLongSynchronizer.ConditionObject condition = sync.new ConditionObject();
          Cell cell = new Cell();
          inParallel(
              () -> {
                cell.data = 1;
                sync.acquire(1);
                condition.await();
                sync.release(1);
              },
              () -> {
                untilTrue(() -> signalled(sync, condition, asking));
                cell.data++;
              });
        });
  }

  private static boolean signalled(
      AbstractQueuedLongSynchronizer sync,
      AbstractQueuedLongSynchronizer.ConditionObject condition,
      AskingCondition asking) {
    sync.acquire(1);
    boolean found = asking.of(sync, condition);
    if (found) {
      condition.signal();
    }
    sync.release(1);
    return found;
  }

  static Stream<Arguments> noEdges() {
    AbstractQueuedSynchronizer one = new LibraryLock(0);
    AbstractQueuedSynchronizer other = new LibraryLock(0);
    AbstractQueuedLongSynchronizer text = longLock(0);
    return Stream.of(
        edge(
            "acquire, hasQueuedThreads of another synchroniser",
            () -> {
              one.release(1);
              inTurn(() -> one.acquire(1), () -> check(!other.hasQueuedThreads()));
            }),
        edge("toString, toString", () -> inTurn(other::toString, other::toString)),
        edge("toString, toString, long", () -> inTurn(text::toString, text::toString)));
  }
}
