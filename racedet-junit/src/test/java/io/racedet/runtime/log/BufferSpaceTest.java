package io.racedet.runtime.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How much may wait for the analysis. */
class BufferSpaceTest {
  private static final int LIMIT_MIB = 64;
  private static final int MIN_MIB = 8;
  private static final long NAP = 10_000_000; // nanoseconds

  private final BufferSpace space = new BufferSpace(LIMIT_MIB * BufferSpace.MIB, 0);

  private void fill(long mebibytes) {
    space.fill((int) (mebibytes * BufferSpace.MIB));
  }

  @Test
  void spaceIsFull_withMoreThanItsLimit() {
    space.drainBy(() -> {});
    fill(LIMIT_MIB);
    assertThat(space.isFull()).isFalse();
    assertThat(space.isNarrow()).isFalse();
    space.fill(1);
    assertThat(space.isFull()).isTrue();
    space.free(1);
    assertThat(space.isFull()).isFalse();
  }

  @Test
  void narrowSpaceIsFull_withMoreThanIsAllowed() {
    space.drainBy(() -> {});
    fill(20);
    space.narrow(20 * BufferSpace.MIB);
    assertThat(space.isNarrow()).isTrue();
    assertThat(space.isFull()).isFalse();
    space.narrow(19 * BufferSpace.MIB);
    assertThat(space.isFull()).isTrue();
    assertThat(space.isOverfull()).isFalse();
    space.narrow(Long.MAX_VALUE);
    assertThat(space.isFull()).isFalse();
    assertThat(space.isNarrow()).isFalse();
  }

  /** Threads would otherwise wait for each record. */
  @Test
  void someWordsMayAlwaysWait() {
    space.drainBy(() -> {});
    space.narrow(0);
    fill(MIN_MIB);
    assertThat(space.isFull()).isFalse();
    space.fill(1);
    assertThat(space.isFull()).isTrue();
  }

  /** Otherwise nobody would free what the threads wait for. */
  @Test
  void whatIsAllowed_isWorthARound() {
    BufferSpace late =
        new BufferSpace(LIMIT_MIB * BufferSpace.MIB, LIMIT_MIB * BufferSpace.MIB / 2);
    late.drainBy(() -> {});
    late.fill((int) (MIN_MIB * BufferSpace.MIB));
    assertThat(late.isWorthwhile()).isFalse();
    late.narrow(0);
    assertThat(late.isWorthwhile()).isTrue();
  }

  /** That is not time of the test. */
  @Test
  @Timeout(60)
  void timeInWhichThreadsWait_isCountedOnce() throws InterruptedException {
    space.drainBy(() -> {});
    fill(LIMIT_MIB);
    space.fill(1);
    long before = System.nanoTime();
    Thread[] threads = {new Thread(space::await), new Thread(space::await)};
    for (Thread thread : threads) {
      thread.start();
    }
    long soFar = 0;
    while (soFar < NAP) {
      soFar = space.waited();
    }
    space.close();
    for (Thread thread : threads) {
      thread.join();
    }
    long waited = space.waited();
    assertThat(waited).isBetween(soFar, System.nanoTime() - before);
    assertThat(space.waited()).isEqualTo(waited);
  }
}
