package io.racedet.junit.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that wait for classes which other threads initialise; each class is used by one test. */
@Timeout(60)
class InitialiserWaitsTest {
  private static final CountDownLatch BOTH_BEGUN = new CountDownLatch(2);
  private static final CountDownLatch USER_STARTED = new CountDownLatch(1);
  private static final CountDownLatch SPINNING = new CountDownLatch(1);
  private static final AtomicBoolean IS_OVER = new AtomicBoolean();

  private static final class Left {
    static final int VALUE = afterBoth() + Right.use();

    static int use() {
      return 1;
    }
  }

  private static final class Right {
    static final int VALUE = afterBoth() + Left.use();

    static int use() {
      return 1;
    }
  }

  private static int afterBoth() {
    BOTH_BEGUN.countDown();
    await(BOTH_BEGUN);
    return 1;
  }

  private static final class Joining {
    static {
      Thread user = daemon("user", Joining::use);
      USER_STARTED.countDown();
      try {
        user.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    static void use() {}
  }

  private static final class Spinning {
    static {
      SPINNING.countDown();
      while (!IS_OVER.get()) {
        Thread.onSpinWait();
      }
    }

    static void use() {}
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Looks until a thread is seen waiting. */
  private static InitialiserWaits waitsOf(List<Thread> threads, Thread waiting) {
    InitialiserWaits waits = new InitialiserWaits();
    while (!waits.waits(waiting)) {
      waits.look(threads, System.nanoTime());
      Thread.onSpinWait();
    }
    return waits;
  }

  @Test
  void initialisersThatNeedEachOther_areNamed() {
    Thread left = daemon("left", Left::use);
    Thread right = daemon("right", Right::use);
    InitialiserWaits waits = waitsOf(List.of(left, right), left);
    while (!waits.waits(right)) {
      waits.look(List.of(left, right), System.nanoTime());
    }
    String name = InitialiserWaitsTest.class.getName();
    assertThat(waits.lines()).hasSize(3);
    assertThat(waits.lines().get(0)).isEqualTo("threads that wait for classes to be initialised:");
    assertThat(waits.lines().get(1))
        .startsWith(
            "  \"left\" initialises " + name + "$Left, and waits at " + name + "$Left.<clinit>")
        .endsWith(" for " + name + "$Right, which \"right\" initialises");
    assertThat(waits.lines().get(2))
        .startsWith("  \"right\" initialises " + name + "$Right, and waits at ")
        .endsWith(" for " + name + "$Left, which \"left\" initialises");
  }

  @Test
  void initialiserThatJoinsAUserOfItsClass_isNamed() {
    Thread joins = daemon("joins", Joining::use);
    await(USER_STARTED);
    Thread user =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().equals("user"))
            .findFirst()
            .orElseThrow();
    InitialiserWaits waits = waitsOf(List.of(joins, user), user);
    String name = InitialiserWaitsTest.class.getName() + "$Joining";
    assertThat(waits.waits(joins)).isFalse();
    assertThat(waits.lines())
        .hasSize(3)
        .anySatisfy(line -> assertThat(line).startsWith("  \"joins\" initialises " + name))
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("  \"user\" waits at ")
                    .endsWith(" for " + name + ", which \"joins\" initialises"));
  }

  /** Its own initialiser is no reason: nobody else is in one. */
  @Test
  void initialiserThatSpins_doesNotWait() {
    Thread spins = daemon("spins", Spinning::use);
    await(SPINNING);
    InitialiserWaits waits = new InitialiserWaits();
    long now = System.nanoTime();
    waits.look(List.of(spins), now);
    waits.look(List.of(spins), now + TimeUnit.HOURS.toNanos(1));
    assertThat(waits.waits(spins)).isFalse();
    assertThat(waits.lines()).isEmpty();
    IS_OVER.set(true);
  }

  @Test
  void threadsOutsideInitialisers_doNotWait() {
    AtomicBoolean isOver = new AtomicBoolean();
    Runnable spin =
        () -> {
          while (!isOver.get()) {
            Thread.onSpinWait();
          }
        };
    List<Thread> threads = List.of(daemon("one", spin), daemon("other", spin));
    InitialiserWaits waits = new InitialiserWaits();
    long now = System.nanoTime();
    waits.look(threads, now);
    waits.look(threads, now + TimeUnit.HOURS.toNanos(1));
    assertThat(threads).noneMatch(waits::waits);
    isOver.set(true);
  }
}
