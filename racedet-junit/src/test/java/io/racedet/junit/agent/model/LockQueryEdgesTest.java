package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What can be asked of a lock: who has it, and who waits for it. */
class LockQueryEdgesTest extends EdgesTestCase {
  /** A call of a lock, and whether it has done or seen what it is for. */
  private interface Calling<L> {
    boolean call(L lock) throws Exception;
  }

  private record Call<L>(String name, Calling<L> calling) {}

  private static <L> Call<L> call(String name, Calling<L> calling) {
    return new Call<>(name, calling);
  }

  private static boolean done(Step step) throws Exception {
    step.run();
    return true;
  }

  private interface Made<L> {
    L make();
  }

  /** One thread takes a lock, and another one sees that it is taken. */
  private static <L> Stream<Arguments> seen(
      String name, Made<L> made, List<Call<L>> takes, List<Call<L>> queries) {
    List<Arguments> rows = new ArrayList<>();
    for (Call<L> take : takes) {
      for (Call<L> query : queries) {
        rows.add(
            edge(
                name + ": " + take.name + ", " + query.name,
                () -> {
                  L lock = made.make();
                  handOver(
                      () -> untilTrue(() -> take.calling.call(lock)),
                      () -> untilTrue(() -> query.calling.call(lock)));
                }));
      }
    }
    return rows.stream();
  }

  /** One thread gives a lock back, and another one sees that it is free. */
  private static <L> Stream<Arguments> freed(
      String name, Made<L> made, Call<L> take, Call<L> give, List<Call<L>> queries) {
    return queries.stream()
        .map(
            query ->
                edge(
                    name + ": " + give.name + ", not " + query.name,
                    () -> {
                      L lock = made.make();
                      handOver(
                          () -> {
                            take.calling.call(lock);
                            whisper("taken");
                            give.calling.call(lock);
                          },
                          () -> {
                            hear("taken");
                            untilTrue(() -> !query.calling.call(lock));
                          });
                    }));
  }

  private static final List<Call<Lock>> TAKES =
      List.of(
          call("lock", lock -> done(lock::lock)),
          call("lockInterruptibly", lock -> done(lock::lockInterruptibly)),
          call("tryLock", Lock::tryLock),
          call("tryLock with a limit", lock -> lock.tryLock(1, TimeUnit.SECONDS)));

  private static <L> List<Call<L>> takes(java.util.function.Function<L, Lock> view) {
    return TAKES.stream()
        .map(take -> call(take.name, (L lock) -> take.calling.call(view.apply(lock))))
        .toList();
  }

  private static final Calling<Lock> LIMITED = lock -> lock.tryLock(0, TimeUnit.SECONDS);

  private static boolean fails(Lock lock, Calling<Lock> attempt) throws Exception {
    if (attempt.call(lock)) {
      lock.unlock();
      return false;
    }
    return true;
  }

  private static boolean fails(StampedLock lock, long stamp) {
    if (stamp != 0) {
      lock.unlock(stamp);
    }
    return stamp == 0;
  }

  private static final List<Call<ReentrantLock>> OF_A_LOCK =
      List.of(
          call("isLocked", ReentrantLock::isLocked),
          call("toString", lock -> lock.toString().contains("Locked by")),
          call("tryLock that fails", lock -> fails(lock, Lock::tryLock)),
          call("tryLock with a limit that fails", lock -> fails(lock, LIMITED)));

  private static final List<Call<ReentrantReadWriteLock>> OF_A_WRITER =
      List.of(
          call("isWriteLocked", ReentrantReadWriteLock::isWriteLocked),
          call("toString", lock -> lock.toString().contains("Write locks = 1")),
          call("writeLock.toString", lock -> lock.writeLock().toString().contains("Locked by")),
          call("writeLock.tryLock", lock -> fails(lock.writeLock(), Lock::tryLock)),
          call("readLock.tryLock", lock -> fails(lock.readLock(), Lock::tryLock)));

  private static final List<Call<ReentrantReadWriteLock>> OF_A_READER =
      List.of(
          call("getReadLockCount", lock -> lock.getReadLockCount() == 1),
          call("toString", lock -> lock.toString().contains("Read locks = 1")),
          call("readLock.toString", lock -> lock.readLock().toString().contains("locks = 1")),
          call("writeLock.tryLock", lock -> fails(lock.writeLock(), Lock::tryLock)));

  /** Makes public what a subclass may ask for. */
  private static final class OpenReadWriteLock extends ReentrantReadWriteLock {
    private static final long serialVersionUID = 1L;

    boolean hasOwner() {
      return getOwner() != null;
    }

    boolean queues(Thread thread) {
      return getQueuedThreads().contains(thread);
    }
  }

  private static final List<Call<StampedLock>> WRITES =
      List.of(
          call("writeLock", lock -> lock.writeLock() != 0),
          call("writeLockInterruptibly", lock -> lock.writeLockInterruptibly() != 0),
          call("tryWriteLock", lock -> lock.tryWriteLock() != 0),
          call("tryWriteLock with a limit", l -> l.tryWriteLock(1, TimeUnit.SECONDS) != 0));
  private static final List<Call<StampedLock>> READS =
      List.of(
          call("readLock", lock -> lock.readLock() != 0),
          call("readLockInterruptibly", lock -> lock.readLockInterruptibly() != 0),
          call("tryReadLock", lock -> lock.tryReadLock() != 0),
          call("tryReadLock with a limit", l -> l.tryReadLock(1, TimeUnit.SECONDS) != 0));

  private static final List<Call<StampedLock>> OF_A_STAMPED_WRITER =
      List.of(
          call("isWriteLocked", StampedLock::isWriteLocked),
          call("toString", lock -> lock.toString().contains("Write-locked")),
          call("tryWriteLock", lock -> fails(lock, lock.tryWriteLock())),
          call("tryReadLock", lock -> fails(lock, lock.tryReadLock())),
          call("tryOptimisticRead", lock -> lock.tryOptimisticRead() == 0));
  private static final List<Call<StampedLock>> OF_A_STAMPED_READER =
      List.of(
          call("isReadLocked", StampedLock::isReadLocked),
          call("getReadLockCount", lock -> lock.getReadLockCount() == 1),
          call("toString", lock -> lock.toString().contains("Read-locks:1")),
          call("tryWriteLock", lock -> fails(lock, lock.tryWriteLock())));

  static Stream<Arguments> edges() {
    Made<ReentrantLock> plain = ReentrantLock::new;
    Made<ReentrantReadWriteLock> both = ReentrantReadWriteLock::new;
    Call<StampedLock> read = call("tryReadLock", lock -> lock.tryReadLock() != 0);
    return Stream.of(
            seen("lock", plain, takes(lock -> lock), OF_A_LOCK),
            seen("writer", both, takes(ReentrantReadWriteLock::writeLock), OF_A_WRITER),
            seen(
                "writer of a subclass",
                OpenReadWriteLock::new,
                List.of(call("lock", (OpenReadWriteLock lock) -> done(lock.writeLock()::lock))),
                List.of(call("getOwner", OpenReadWriteLock::hasOwner))),
            seen("reader", both, takes(ReentrantReadWriteLock::readLock), OF_A_READER),
            seen("stamped writer", StampedLock::new, WRITES, OF_A_STAMPED_WRITER),
            seen("stamped reader", StampedLock::new, READS, OF_A_STAMPED_READER),
            freed(
                "lock",
                plain,
                call("lock", lock -> done(lock::lock)),
                call("unlock", lock -> done(lock::unlock)),
                OF_A_LOCK.subList(0, 2)),
            freed(
                "writer",
                both,
                call("lock", lock -> done(lock.writeLock()::lock)),
                call("unlock", lock -> done(lock.writeLock()::unlock)),
                OF_A_WRITER.subList(0, 3)),
            freed(
                "reader",
                both,
                call("lock", lock -> done(lock.readLock()::lock)),
                call("unlock", lock -> done(lock.readLock()::unlock)),
                OF_A_READER.subList(0, 3)),
            freed(
                "stamped writer",
                StampedLock::new,
                WRITES.get(0),
                call("tryUnlockWrite", StampedLock::tryUnlockWrite),
                OF_A_STAMPED_WRITER.subList(0, 2)),
            freed(
                "stamped reader",
                StampedLock::new,
                read,
                call("tryUnlockRead", StampedLock::tryUnlockRead),
                OF_A_STAMPED_READER.subList(0, 3)),
            queued())
        .flatMap(rows -> rows);
  }

  /** One thread has a lock, and sees that another one waits for it. */
  private static Arguments waits(String name, Lock lock, Calling<Thread> isQueued) {
    return edge(
        name,
        () -> {
          Cell cell = new Cell();
          lock.lock();
          Thread waiting =
              new Thread(
                  () -> {
                    cell.data++;
                    lock.lock();
                    lock.unlock();
                  });
          waiting.start();
          untilTrue(() -> isQueued.call(waiting));
          cell.data++;
          lock.unlock();
          waiting.join();
        });
  }

  private static Stream<Arguments> queued() {
    ReentrantLock lock = new ReentrantLock();
    ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    OpenReadWriteLock open = new OpenReadWriteLock();
    return Stream.of(
        waits("hasQueuedThreads", lock, thread -> lock.hasQueuedThreads()),
        waits("hasQueuedThread", lock, lock::hasQueuedThread),
        waits("getQueueLength", lock, thread -> lock.getQueueLength() == 1),
        waits("writer: hasQueuedThreads", both.writeLock(), thread -> both.hasQueuedThreads()),
        waits("writer: hasQueuedThread", both.writeLock(), both::hasQueuedThread),
        waits("writer: getQueueLength", both.writeLock(), thread -> both.getQueueLength() == 1),
        waits("writer: getQueuedThreads", open.writeLock(), open::queues));
  }

  /** What a thread does before an attempt that fails is not seen by who has the lock. */
  private static Arguments failed(String name, Lock lock, Calling<Lock> attempt, Step query) {
    return edge(
        name,
        () -> {
          Cell cell = new Cell();
          lock.lock();
          Thread other =
              new Thread(
                  () -> {
                    cell.data++;
                    if (Programs.get(() -> attempt.call(lock))) {
                      lock.unlock();
                    }
                    whisper("failed");
                  });
          other.start();
          hear("failed");
          query.run();
          cell.data++;
          lock.unlock();
          other.join();
        });
  }

  static Stream<Arguments> noEdges() {
    ReentrantLock lock = new ReentrantLock();
    ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    return Stream.of(
        failed("tryLock", lock, Lock::tryLock, lock::isLocked),
        failed("tryLock with a limit", lock, LIMITED, lock::isLocked),
        failed("write tryLock", both.writeLock(), Lock::tryLock, both::isWriteLocked),
        failed("write tryLock with a limit", both.writeLock(), LIMITED, both::isWriteLocked));
  }
}
