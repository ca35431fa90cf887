package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/**
 * Each way to obtain a thread, twice: accesses that it orders are not reported, and a write between
 * the start of the work and the wait for its end is, since nothing orders it.
 */
class ThreadKindsTest {
  private static final String SHARED = "ThreadKindsTest.Cell.data";

  static final class Cell {
    int data;

    int add() {
      return ++data;
    }
  }

  /** A thread that has been running since the class was initialised. */
  static final class Worker {
    private static final LinkedBlockingQueue<Runnable> TASKS = new LinkedBlockingQueue<>();
    static final Cell CELL = new Cell();

    static {
      CELL.add();
      Thread thread = new Thread(Worker::work, "worker");
      thread.setDaemon(true);
      thread.start();
    }

    private Worker() {}

    private static void work() {
      while (true) {
        try {
          TASKS.take().run();
        } catch (InterruptedException over) {
          return;
        }
      }
    }

    static Future<Integer> submit() {
      FutureTask<Integer> task = new FutureTask<>(CELL::add);
      TASKS.add(task);
      return task;
    }
  }

  private static ExecutorService pool;
  private static Cell ofBeforeAll;

  @BeforeAll
  static void open() throws Exception {
    pool = Executors.newFixedThreadPool(2);
    ofBeforeAll = new Cell();
    pool.submit(ofBeforeAll::add).get();
    Worker.submit().get();
  }

  @AfterAll
  static void close() {
    pool.shutdown();
  }

  private final Cell cell = new Cell();

  @Test
  @RaceFree(repetitions = 5)
  void poolOlderThanTheTest_waitedFor_silent() throws Exception {
    ofBeforeAll.add();
    pool.submit(ofBeforeAll::add).get();
    ofBeforeAll.add();
  }

  @Test
  @ExpectRace(on = SHARED)
  void poolOlderThanTheTest_notWaitedFor_found() throws Exception {
    Future<Integer> task = pool.submit(ofBeforeAll::add);
    ofBeforeAll.add();
    task.get();
  }

  @Test
  @RaceFree(repetitions = 5)
  void threadOfAStaticInitialiser_waitedFor_silent() throws Exception {
    Worker.CELL.add();
    Worker.submit().get();
    Worker.CELL.add();
  }

  @Test
  @ExpectRace(on = SHARED)
  void threadOfAStaticInitialiser_notWaitedFor_found() throws Exception {
    Future<Integer> task = Worker.submit();
    Worker.CELL.add();
    task.get();
  }

  @Test
  @RaceFree(repetitions = 5)
  void stateOfBeforeAll_readByNewThreads_silent() throws Exception {
    Thread one = new Thread(() -> assertThat(ofBeforeAll.data).isPositive());
    Thread other = new Thread(() -> assertThat(ofBeforeAll.data).isPositive());
    one.start();
    other.start();
    one.join();
    other.join();
  }

  @Test
  @ExpectRace(on = SHARED)
  void stateOfBeforeAll_writtenByNewThreads_found() throws Exception {
    Thread one = new Thread(ofBeforeAll::add);
    Thread other = new Thread(ofBeforeAll::add);
    one.start();
    other.start();
    one.join();
    other.join();
  }

  @Test
  @RaceFree(repetitions = 5)
  void commonPool_joined_silent() {
    cell.add();
    CompletableFuture.runAsync(cell::add).join();
    ForkJoinPool.commonPool().submit(cell::add).join();
    cell.add();
  }

  @Test
  @ExpectRace(on = SHARED)
  void commonPool_notJoined_found() {
    CompletableFuture<Void> task = CompletableFuture.runAsync(cell::add);
    cell.add();
    task.join();
  }

  @Test
  @RaceFree(repetitions = 5)
  void parallelStream_eachItsOwn_silent() {
    Cell[] cells = IntStream.range(0, 32).mapToObj(i -> new Cell()).toArray(Cell[]::new);
    IntStream.range(0, 32).parallel().forEach(i -> addSlowly(cells[i]));
    assertThat(IntStream.range(0, 32).map(i -> cells[i].data).sum()).isEqualTo(32);
  }

  @Test
  @ExpectRace(on = SHARED, with = @RaceFree(timeLimit = "20s"))
  void parallelStream_allTheSame_found() {
    IntStream.range(0, 32).parallel().forEach(i -> addSlowly(cell));
  }

  /* Takes long enough for another thread to help. */
  private static void addSlowly(Cell cell) {
    cell.add();
    try {
      Thread.sleep(1);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @RaceFree(repetitions = 5)
  void timer_awaited_silent() throws Exception {
    CountDownLatch done = new CountDownLatch(2);
    Timer timer = timer(done);
    done.await();
    timer.cancel();
  }

  @Test
  @ExpectRace(on = SHARED)
  void timer_notAwaited_found() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    Timer timer = timer(done);
    cell.add();
    done.await();
    timer.cancel();
  }

  /** Starts a timer that adds to the cell at each run, after adding to it itself. */
  private Timer timer(CountDownLatch done) {
    Timer timer = new Timer(true);
    cell.add();
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            cell.add();
            done.countDown();
          }
        },
        1,
        1);
    return timer;
  }

  @Test
  @RaceFree(repetitions = 5)
  void scheduledPool_awaited_silent() throws Exception {
    ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(2);
    cell.add();
    scheduler.schedule(cell::add, 1, TimeUnit.MILLISECONDS).get();
    cell.add();
    scheduler.shutdown();
  }

  @Test
  @ExpectRace(on = SHARED)
  void scheduledPool_notAwaited_found() throws Exception {
    ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(2);
    Future<Integer> task = scheduler.schedule(cell::add, 1, TimeUnit.MILLISECONDS);
    cell.add();
    task.get();
    scheduler.shutdown();
  }

  @Test
  @RaceFree(repetitions = 5)
  @EnabledForJreRange(min = JRE.JAVA_21)
  void virtualThreads_joined_silent() throws Exception {
    for (int i = 0; i < 10; i++) {
      virtual(cell::add).join();
    }
    cell.add();
  }

  @Test
  @ExpectRace(on = SHARED)
  @EnabledForJreRange(min = JRE.JAVA_21)
  void virtualThreads_sideBySide_found() throws Exception {
    Thread one = virtual(cell::add);
    Thread other = virtual(cell::add);
    one.join();
    other.join();
  }

  /* By reflection: these tests are compiled for JDK 17. */
  private static Thread virtual(Runnable task) throws ReflectiveOperationException {
    return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
  }
}
