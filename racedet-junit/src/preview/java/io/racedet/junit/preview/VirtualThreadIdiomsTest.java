package io.racedet.junit.preview;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.StructuredTaskScope.Joiner;
import java.util.concurrent.StructuredTaskScope.Subtask;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** Virtual threads, scoped values and joiners as programs use them, in order and without it. */
class VirtualThreadIdiomsTest {
  private static final String SHARED = "VirtualThreadIdiomsTest.Cell.data";
  private static final ScopedValue<Cell> SCOPED = ScopedValue.newInstance();

  static final class Cell {
    int data;

    int add() {
      return ++data;
    }
  }

  private final Cell cell = new Cell();

  private static void joinAll(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Test
  @RaceFree(repetitions = 3)
  void unstartedThreads_inTurn_silent() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      threads.add(Thread.ofVirtual().name("virtual ", i).unstarted(cell::add));
    }
    cell.add();
    for (Thread thread : threads) {
      thread.start();
      assertThat(thread.join(Duration.ofSeconds(10))).isTrue();
    }
    assertThat(cell.add()).isEqualTo(12);
  }

  @Test
  @RaceFree(repetitions = 3)
  void joinWithALimit_silent() throws InterruptedException {
    Thread thread = Thread.startVirtualThread(cell::add);
    thread.join(10_000, 1);
    cell.add();
  }

  @Test
  @ExpectRace(on = SHARED)
  void unstartedThreads_sideBySide_found() throws InterruptedException {
    List<Thread> threads =
        List.of(Thread.ofVirtual().unstarted(cell::add), Thread.ofVirtual().unstarted(cell::add));
    threads.forEach(Thread::start);
    joinAll(threads);
  }

  @Test
  @RaceFree(repetitions = 3)
  void executorOfVirtualThreads_closed_silent() {
    List<Cell> cells = new ArrayList<>();
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 50; i++) {
        Cell own = new Cell();
        own.add();
        cells.add(own);
        executor.execute(own::add);
      }
    }
    assertThat(cells.stream().mapToInt(Cell::add)).containsOnly(3);
  }

  @Test
  @ExpectRace(on = SHARED)
  void executorOfVirtualThreads_beforeItIsClosed_found() {
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      executor.execute(cell::add);
      cell.add();
    }
  }

  @Test
  @RaceFree(repetitions = 3)
  void factoryOfVirtualThreads_inAPool_silent() throws Exception {
    try (ExecutorService pool =
        Executors.newFixedThreadPool(3, Thread.ofVirtual().name("pooled ", 0).factory())) {
      for (int i = 0; i < 10; i++) {
        Future<Integer> sum = pool.submit(cell::add);
        assertThat(sum.get()).isEqualTo(i + 1);
      }
    }
    assertThat(cell.add()).isEqualTo(11);
  }

  @Test
  @RaceFree(repetitions = 3)
  void virtualThreads_underOneLock_silent() throws InterruptedException {
    ReentrantLock lock = new ReentrantLock();
    Object monitor = new Object();
    Cell guarded = new Cell();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      threads.add(
          Thread.startVirtualThread(
              () -> {
                lock.lock();
                try {
                  cell.add();
                  Thread.yield();
                } finally {
                  lock.unlock();
                }
                synchronized (monitor) {
                  Thread.yield();
                  guarded.add();
                }
              }));
    }
    joinAll(threads);
    assertThat(cell.add() + guarded.add()).isEqualTo(42);
  }

  @Test
  @ExpectRace(on = SHARED)
  void virtualThreads_onOneCarrierOrAnother_withoutTheLock_found() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      threads.add(
          Thread.startVirtualThread(
              () -> {
                Thread.yield();
                cell.add();
              }));
    }
    joinAll(threads);
  }

  /* ---- scoped values ---- */

  @Test
  @RaceFree(repetitions = 3)
  void scopedValue_boundByTheOwner_readBySubtasks_silent() {
    cell.add();
    ScopedValue.where(SCOPED, cell)
        .run(
            () -> {
              try (var scope = StructuredTaskScope.open()) {
                scope.fork(() -> SCOPED.get().data);
                scope.fork(() -> SCOPED.get().data);
                scope.join();
                SCOPED.get().add();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    assertThat(cell.add()).isEqualTo(3);
  }

  @Test
  @ExpectRace(on = SHARED)
  void scopedValue_writtenBySubtasks_found() {
    ScopedValue.where(SCOPED, cell)
        .run(
            () -> {
              try (var scope = StructuredTaskScope.open()) {
                scope.fork(() -> SCOPED.get().add());
                scope.fork(() -> SCOPED.get().add());
                scope.join();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
  }

  @Test
  @RaceFree(repetitions = 3)
  void scopedValue_reboundByEachThread_silent() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(
          Thread.startVirtualThread(
              () -> ScopedValue.where(SCOPED, new Cell()).run(() -> SCOPED.get().add())));
    }
    joinAll(threads);
  }

  /* ---- joiners ---- */

  @Test
  @RaceFree(repetitions = 3)
  void awaitAll_failedSubtasksToo_silent() throws InterruptedException {
    Cell ofFailed = new Cell();
    try (var scope = StructuredTaskScope.open(Joiner.<Integer>awaitAll())) {
      scope.fork(cell::add);
      scope.fork(
          () -> {
            ofFailed.add();
            throw new IllegalStateException("wanted");
          });
      scope.join();
      assertThat(cell.add() + ofFailed.add()).isEqualTo(4);
    }
  }

  @Test
  @RaceFree(repetitions = 3)
  void allUntil_subtasksThatAreDone_silent() throws InterruptedException {
    try (var scope = StructuredTaskScope.open(Joiner.<Cell>allUntil(done -> false))) {
      for (int i = 0; i < 4; i++) {
        Cell own = new Cell();
        own.add();
        scope.fork(
            () -> {
              own.add();
              return own;
            });
      }
      assertThat(scope.join().map(Subtask::get).mapToInt(Cell::add)).containsOnly(3);
    }
  }

  @Test
  @ExpectRace(on = SHARED)
  void anySuccessfulResult_othersBeforeTheScopeIsClosed_found() throws InterruptedException {
    try (var scope = StructuredTaskScope.open(Joiner.<Integer>anySuccessfulResultOrThrow())) {
      Cell own = new Cell();
      scope.fork(own::add);
      scope.fork(() -> addAfterInterrupt(cell));
      scope.join();
      cell.add();
    }
  }

  /** Leaves whoever waits for the first result some time to go on. */
  private static int addAfterInterrupt(Cell cell) throws InterruptedException {
    try {
      Thread.sleep(Duration.ofMinutes(1));
    } catch (InterruptedException e) {
      Thread.sleep(Duration.ofMillis(10));
    }
    return cell.add();
  }

  @Test
  @RaceFree(repetitions = 3)
  void anySuccessfulResult_othersAfterTheScopeIsClosed_silent() throws InterruptedException {
    try (var scope = StructuredTaskScope.open(Joiner.<Integer>anySuccessfulResultOrThrow())) {
      scope.fork(() -> 1);
      scope.fork(cell::add);
      scope.join();
    }
    cell.add();
  }

  /** Adds up results in a plain field: under a lock, or in whatever thread completes. */
  private static final class Summing implements Joiner<Integer, Integer> {
    private final Cell sum;
    private final boolean locks;

    Summing(Cell sum, boolean locks) {
      this.sum = sum;
      this.locks = locks;
    }

    @Override
    public boolean onComplete(Subtask<? extends Integer> subtask) {
      if (locks) {
        synchronized (this) {
          sum.data += subtask.get();
        }
      } else {
        sum.data += subtask.get();
      }
      return false;
    }

    @Override
    public Integer result() {
      return sum.data;
    }
  }

  private int sum(boolean locks) throws InterruptedException {
    try (var scope = StructuredTaskScope.open(new Summing(cell, locks))) {
      scope.fork(() -> 1);
      scope.fork(() -> 2);
      return scope.join();
    }
  }

  @Test
  @RaceFree(repetitions = 3)
  void joinerOfOnesOwn_withALock_silent() throws InterruptedException {
    assertThat(sum(true)).isEqualTo(3);
  }

  @Test
  @ExpectRace(on = SHARED)
  void joinerOfOnesOwn_withoutALock_found() throws InterruptedException {
    assertThat(sum(false)).isPositive();
  }
}
