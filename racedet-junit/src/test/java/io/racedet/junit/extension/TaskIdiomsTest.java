package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.util.Arrays;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Common uses of tasks, each with correct synchronisation and without it: trees of tasks, chains of
 * futures, periodic tasks.
 */
class TaskIdiomsTest {
  /** Runs each task on a thread of its own, where the tasks of a pool may meet on one worker. */
  private static final Executor OWN_THREAD = task -> new Thread(task).start();

  private final Cell cell = new Cell();

  /* Takes long enough for another thread to help. */
  private static int addSlowly(Cell cell) {
    try {
      Thread.sleep(1);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return cell.add();
  }

  /* ---- trees ---- */

  /** Adds to all cells of a range, and returns their sum. */
  private static final class Sum extends RecursiveTask<Integer> {
    private static final long serialVersionUID = 1;
    private final transient Cell[] cells;
    private final int from;
    private final int to;
    private final boolean joins;

    Sum(Cell[] cells, int from, int to, boolean joins) {
      this.cells = cells;
      this.from = from;
      this.to = to;
      this.joins = joins;
    }

    @Override
    protected Integer compute() {
      if (to - from == 1) {
        return addSlowly(cells[from]);
      }
      int middle = (from + to) / 2;
      Sum left = new Sum(cells, from, middle, joins);
      Sum right = new Sum(cells, middle, to, joins);
      left.fork();
      int sum = right.compute();
      if (joins) {
        sum += left.join();
      }
      for (int i = from; i < to; i++) {
        sum += cells[i].data;
      }
      left.join();
      return sum;
    }
  }

  @Test
  @RaceFree(repetitions = 3)
  void recursiveTask_readsWhatItHasJoined_silent() {
    Cell[] cells = Cell.several(16);
    assertThat(new ForkJoinPool(4).invoke(new Sum(cells, 0, 16, true))).isEqualTo(80);
  }

  @Test
  @ExpectRace(on = Cell.DATA, with = @RaceFree(timeLimit = "20s"))
  void recursiveTask_readsBeforeItJoins_found() {
    Cell[] cells = Cell.several(16);
    assertThat(new ForkJoinPool(4).invoke(new Sum(cells, 0, 16, false))).isPositive();
  }

  /** Its leaves add to one cell each, or all to the same; its completion reads them. */
  private static final class Adder extends CountedCompleter<Void> {
    private static final long serialVersionUID = 1;
    private final transient Cell[] cells;
    private final int index;

    Adder(Adder parent, Cell[] cells, int index) {
      super(parent);
      this.cells = cells;
      this.index = index;
    }

    @Override
    public void compute() {
      if (index >= 0) {
        addSlowly(cells[index]);
      } else {
        setPendingCount(cells.length);
        for (int i = 0; i < cells.length; i++) {
          new Adder(this, cells, i).fork();
        }
      }
      tryComplete();
    }

    @Override
    public void onCompletion(CountedCompleter<?> caller) {
      for (int i = 0; index < 0 && i < cells.length; i++) {
        cells[i].add();
      }
    }
  }

  @Test
  @RaceFree(repetitions = 3)
  void countedCompleter_endsAfterItsLeaves_silent() {
    Cell[] cells = Cell.several(16);
    new ForkJoinPool(4).invoke(new Adder(null, cells, -1));
    assertThat(Arrays.stream(cells).mapToInt(each -> each.data)).containsOnly(2);
  }

  @Test
  @ExpectRace(on = Cell.DATA, with = @RaceFree(timeLimit = "20s"))
  void countedCompleter_leavesAddToTheSame_found() {
    Cell[] cells = new Cell[16];
    Arrays.fill(cells, cell);
    new ForkJoinPool(4).invoke(new Adder(null, cells, -1));
  }

  @Test
  @RaceFree(repetitions = 3)
  void bulkOperationsOfAConcurrentMap_silent() {
    ConcurrentHashMap<Integer, Cell> map = new ConcurrentHashMap<>();
    IntStream.range(0, 32).forEach(i -> map.put(i, new Cell()));
    map.forEachValue(1, TaskIdiomsTest::addSlowly);
    assertThat(map.reduceValuesToInt(1, each -> each.data, 0, Integer::sum)).isEqualTo(32);
    assertThat(map.values().stream().mapToInt(Cell::add)).containsOnly(2);
  }

  @Test
  @ExpectRace(on = Cell.DATA, with = @RaceFree(timeLimit = "20s"))
  void bulkOperationOfAConcurrentMap_onTheSame_found() {
    ConcurrentHashMap<Integer, Cell> map = new ConcurrentHashMap<>();
    IntStream.range(0, 32).forEach(i -> map.put(i, cell));
    map.forEachValue(1, TaskIdiomsTest::addSlowly);
  }

  @Test
  @RaceFree(repetitions = 3)
  void parallelSortAndPrefix_ofCells_silent() {
    Cell[] cells = Cell.several(10_000);
    Arrays.parallelSetAll(cells, i -> add(cells[i], 10_000 - i));
    Arrays.parallelSort(cells, (a, b) -> Integer.compare(a.data, b.data));
    assertThat(cells[0].add()).isEqualTo(2);
    int[] sums = new int[10_000];
    Arrays.parallelSetAll(sums, i -> cells[i].data);
    Arrays.parallelPrefix(sums, Integer::sum);
    assertThat(sums[2]).isEqualTo(2 + 2 + 3);
  }

  private static Cell add(Cell cell, int amount) {
    cell.data += amount;
    return cell;
  }

  /* ---- futures ---- */

  @Test
  @RaceFree(repetitions = 3)
  void chainOfStages_silent() {
    cell.add();
    Cell other = new Cell();
    CompletableFuture<Integer> left =
        CompletableFuture.supplyAsync(cell::add)
            .thenApplyAsync(seen -> cell.add())
            .thenComposeAsync(seen -> CompletableFuture.supplyAsync(cell::add));
    CompletableFuture<Integer> right =
        CompletableFuture.runAsync(other::add)
            .<Integer>thenApply(none -> fail())
            .exceptionallyAsync(e -> other.add())
            .whenCompleteAsync((seen, none) -> other.add());
    int sum = left.thenCombineAsync(right, (a, b) -> a + b + cell.add() + other.add()).join();
    assertThat(sum).isPositive();
    assertThat(cell.add() + other.add()).isEqualTo(6 + 5);
  }

  private static int fail() {
    throw new IllegalStateException("wanted");
  }

  @Test
  @ExpectRace(on = Cell.DATA)
  void dependentsOfOneStage_found() {
    CompletableFuture<Void> start = new CompletableFuture<>();
    CompletableFuture<Integer> one = start.thenApplyAsync(none -> cell.add(), OWN_THREAD);
    CompletableFuture<Integer> other = start.thenApplyAsync(none -> cell.add(), OWN_THREAD);
    start.complete(null);
    CompletableFuture.allOf(one, other).join();
  }

  @Test
  @RaceFree(repetitions = 3)
  void firstOfSeveral_handsOverItsOwn_silent() {
    Cell[] cells = Cell.several(3);
    CompletableFuture<?>[] all =
        Arrays.stream(cells)
            .map(each -> CompletableFuture.supplyAsync(() -> add(each, 1)))
            .toArray(CompletableFuture<?>[]::new);
    assertThat(((Cell) CompletableFuture.anyOf(all).join()).add()).isEqualTo(2);
    CompletableFuture.allOf(all).join();
  }

  @Test
  @ExpectRace(on = Cell.DATA)
  void firstOfSeveral_othersAreNotWaitedFor_found() {
    Cell[] cells = Cell.several(2);
    CompletableFuture<?> slow = CompletableFuture.runAsync(() -> addSlowly(cells[0]), OWN_THREAD);
    CompletableFuture<?> fast = CompletableFuture.runAsync(() -> add(cells[1], 1), OWN_THREAD);
    CompletableFuture.anyOf(fast, slow).join();
    cells[0].add();
    slow.join();
  }

  @Test
  @RaceFree(repetitions = 3)
  void timeOutAndDelay_silent() {
    cell.add();
    int seen =
        new CompletableFuture<Integer>()
            .completeOnTimeout(1, 1, TimeUnit.MILLISECONDS)
            .thenApply(one -> one + cell.add())
            .thenApplyAsync(
                sum -> sum + cell.add(),
                CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS))
            .join();
    assertThat(seen + cell.add()).isEqualTo(1 + 2 + 3 + 4);
  }

  /* ---- periodic tasks ---- */

  @Test
  @RaceFree(repetitions = 3)
  void periodicTask_itsRunsAndItsEnd_silent() throws Exception {
    ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(3);
    CountDownLatch runs = new CountDownLatch(3);
    cell.add();
    Runnable run =
        () -> {
          cell.add();
          runs.countDown();
        };
    ScheduledFuture<?> task = scheduler.scheduleAtFixedRate(run, 0, 1, TimeUnit.MILLISECONDS);
    runs.await();
    task.cancel(false);
    scheduler.shutdown();
    assertThat(scheduler.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    cell.add();
  }

  @Test
  @ExpectRace(on = Cell.DATA)
  void periodicTask_cancelledButNotWaitedFor_found() throws Exception {
    ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(3);
    CountDownLatch runs = new CountDownLatch(3);
    Runnable run =
        () -> {
          runs.countDown();
          addSlowly(cell);
        };
    ScheduledFuture<?> task = scheduler.scheduleAtFixedRate(run, 0, 1, TimeUnit.MILLISECONDS);
    runs.await();
    task.cancel(false);
    cell.add();
    scheduler.shutdown();
    assertThat(scheduler.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  @ExpectRace(on = Cell.DATA)
  void periodicTasks_besideEachOther_found() throws Exception {
    ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(2);
    CountDownLatch runs = new CountDownLatch(6);
    for (int i = 0; i < 2; i++) {
      Runnable run =
          () -> {
            addSlowly(cell);
            runs.countDown();
          };
      scheduler.scheduleWithFixedDelay(run, 0, 1, TimeUnit.MILLISECONDS);
    }
    runs.await();
    scheduler.shutdownNow();
    assertThat(scheduler.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  @RaceFree(repetitions = 3)
  void tasksOfOneDaemonTimer_silent() throws Exception {
    Timer timer = new Timer(true);
    CountDownLatch runs = new CountDownLatch(4);
    cell.add();
    timer.schedule(timerTask(runs), 0, 1);
    timer.scheduleAtFixedRate(timerTask(runs), 0, 1);
    runs.await();
    timer.cancel();
  }

  @Test
  @ExpectRace(on = Cell.DATA)
  void tasksOfTwoTimers_found() throws Exception {
    List<Timer> timers = List.of(new Timer(true), new Timer(true));
    CountDownLatch runs = new CountDownLatch(6);
    timers.forEach(timer -> timer.schedule(timerTask(runs), 0, 1));
    runs.await();
    timers.forEach(Timer::cancel);
  }

  private TimerTask timerTask(CountDownLatch runs) {
    return new TimerTask() {
      @Override
      public void run() {
        cell.add();
        runs.countDown();
      }
    };
  }
}
