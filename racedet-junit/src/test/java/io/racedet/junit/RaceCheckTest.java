package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

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
}
