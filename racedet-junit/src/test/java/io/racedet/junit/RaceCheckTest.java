package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.engine.catalogue.Engines;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Blocks are checked without any help of JUnit. */
@ResourceLock(Resources.GLOBAL)
class RaceCheckTest {
  private static final class Counter {
    private int value;

    void increment() {
      value++;
    }

    synchronized void incrementSafely() {
      value++;
    }

    synchronized int get() {
      return value;
    }
  }

  @Test
  void racyBlock_throws() {
    assertThatThrownBy(
            () ->
                RaceCheck.check(
                    () -> {
                      Counter counter = new Counter();
                      RaceCheck.inParallel(counter::increment, counter::increment);
                    }))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("Counter.value")
        .hasMessageContaining("found in a block of io.racedet.junit.RaceCheckTest, repetition ");
  }

  /** Has a number of its own, as if no other thread had it. */
  private static final class Numbered extends Thread {
    private final long number;

    Numbered(long number, Runnable task) {
      super(task);
      this.number = number;
    }

    @Override
    public long getId() {
      return number;
    }
  }

  @Test
  void racyThreads_thatNumberThemselves_areToldApart() {
    assertThatThrownBy(
            () ->
                RaceCheck.check(
                    () -> {
                      Counter counter = new Counter();
                      Numbered first = new Numbered(1, counter::increment);
                      Numbered second = new Numbered(1, counter::increment);
                      first.start();
                      second.start();
                      first.join();
                      second.join();
                    }))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("Counter.value");
  }

  private static final class Prices {
    private final Map<String, Integer> cache = new HashMap<>();
    private final Lock lock = new ReentrantLock();

    void put(String name) {
      cache.put(name, 1);
    }

    void putLocked(String name) {
      lock.lock();
      try {
        cache.put(name, 1);
      } finally {
        lock.unlock();
      }
    }
  }

  @Test
  void racyMapAndLock_areNamedByTheirFields() {
    assertThatThrownBy(
            () ->
                RaceCheck.check(
                    () -> {
                      Prices prices = new Prices();
                      RaceCheck.inParallel(() -> prices.put("a"), () -> prices.putLocked("b"));
                    }))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining(" on RaceCheckTest.Prices.cache (HashMap): ")
        .hasMessageContaining("holding RaceCheckTest.Prices.lock (ReentrantLock) since\n")
        .hasMessageNotContaining("Sync@");
  }

  @Test
  void cleanBlock_isRepeated() {
    AtomicInteger runs = new AtomicInteger();
    RaceCheck.with()
        .repetitions(7)
        .timeLimit("30s")
        .run(
            () -> {
              runs.incrementAndGet();
              Counter counter = new Counter();
              RaceCheck.inParallel(counter::incrementSafely, counter::incrementSafely);
            });
    assertThat(runs).hasValue(7);
  }

  @Test
  void failureOfTheBlock_isThrownAsItIs() {
    IOException own = new IOException("own");
    assertThatThrownBy(
            () ->
                RaceCheck.check(
                    () -> {
                      throw own;
                    }))
        .isSameAs(own);
  }

  @Test
  void badSetting_isNamed() {
    assertThatThrownBy(() -> RaceCheck.with().timeLimit("soon").run(() -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("RaceCheck: timeLimit = soon (expected: a duration such as 500ms, 2s or 1m)");
  }

  @Test
  void insideAnotherCheck_isRefused() {
    assertThatThrownBy(() -> RaceCheck.check(() -> RaceCheck.check(() -> {})))
        .isInstanceOf(NotCheckedError.class)
        .hasMessageContaining("one at a time");
  }

  @Test
  void inParallel_throwsTheFirstFailure_othersSuppressed() {
    IllegalStateException first = new IllegalStateException("1");
    IllegalStateException second = new IllegalStateException("2");
    assertThatThrownBy(
            () ->
                RaceCheck.inParallel(
                    () -> {
                      throw first;
                    },
                    () -> {
                      throw second;
                    }))
        .isSameAs(first);
    assertThat(first.getSuppressed()).containsExactly(second);
  }

  static List<String> engines() {
    return Engines.names();
  }

  @ParameterizedTest
  @MethodSource("engines")
  void everyEngine_canBeChosenByName(String engine) {
    assertThatThrownBy(
            () ->
                RaceCheck.with()
                    .engines(engine)
                    .repetitions(100)
                    .run(
                        () -> {
                          Counter counter = new Counter();
                          RaceCheck.inParallel(counter::increment, counter::increment);
                        }))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("Counter.value");
  }

  /** Locksets know no earlier access that conflicts: each read follows reads, and its own write. */
  @Test
  void raceWithoutEarlierAccess_isTold() {
    assertThatThrownBy(
            () ->
                RaceCheck.with()
                    .engines("eraser")
                    .failOn(FailOn.PREDICTED)
                    .schedule(Schedule.NONE)
                    .run(RaceCheckTest::readsOutsideItsLockAtLast))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("Counter.value: no common lock, at ")
        .hasMessageContaining("no lock protects every access to the variable");
  }

  private static void readsOutsideItsLockAtLast() {
    Counter counter = new Counter();
    CountDownLatch written = new CountDownLatch(1);
    CountDownLatch read = new CountDownLatch(1);
    RaceCheck.inParallel(
        () -> {
          counter.incrementSafely();
          written.countDown();
          read.await();
          assertThat(counter.value).isOne();
        },
        () -> {
          written.await();
          assertThat(counter.get()).isOne();
          read.countDown();
        });
  }
}
