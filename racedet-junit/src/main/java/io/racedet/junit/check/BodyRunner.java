package io.racedet.junit.check;

import io.racedet.junit.BodyThread;
import io.racedet.junit.threads.BrokenDeadlock;
import io.racedet.junit.threads.HangText;
import io.racedet.junit.threads.HangWatch;
import io.racedet.junit.threads.Leftovers;
import io.racedet.junit.threads.StuckThreads;
import io.racedet.junit.threads.TestThread;
import io.racedet.junit.threads.TestThreads;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** Runs repetitions until they end or hang. */
final class BodyRunner implements AutoCloseable {
  private static final long POLL_MILLIS = 250;
  private static final long GRACE_MILLIS = 200;

  private final BodyThread thread;
  private final Duration hangAfter;
  private final BiFunction<TestThreads, List<Thread>, HangText> describe;
  private final Leftovers leftovers = new Leftovers();
  private TestThread own; // null before the first repetition, and after one that has left threads

  BodyRunner(BodyThread thread, Duration hangAfter) {
    this(thread, hangAfter, StuckThreads::of);
  }

  /** A runner that describes the threads of a hung body by a function. */
  BodyRunner(
      BodyThread thread,
      Duration hangAfter,
      BiFunction<TestThreads, List<Thread>, HangText> describe) {
    this.thread = thread;
    this.hangAfter = hangAfter;
    this.describe = describe;
  }

  /**
   * What became of a body: what it threw, or {@link BodyHung}, and the first thread that has died.
   */
  record Ending(Optional<Throwable> thrown, Optional<TestThreads.Death> death) {
    /** The same without what was thrown because a deadlock was broken. */
    Ending withoutBreak() {
      return new Ending(
          thrown.filter(each -> !BrokenDeadlock.isCauseOf(each)),
          death.filter(each -> !BrokenDeadlock.isCauseOf(each.cause())));
    }

    /** The same with nothing that was thrown by code of the test. */
    Ending onlyHang() {
      return new Ending(thrown.filter(BodyHung.class::isInstance), Optional.empty());
    }
  }

  Ending run(Body body, Repetition repetition) throws InterruptedException {
    return thread == BodyThread.SAME
        ? new Ending(runHere(body, repetition), Optional.empty())
        : runOnOwnThread(body, repetition);
  }

  /** The threads that have outlived bodies. */
  Leftovers leftovers() {
    return leftovers;
  }

  private static Optional<Throwable> runHere(Body body, Repetition repetition) {
    try {
      body.run(repetition);
      return Optional.empty();
    } catch (Throwable failure) {
      return Optional.of(failure);
    }
  }

  private Ending runOnOwnThread(Body body, Repetition repetition) throws InterruptedException {
    if (own == null) {
      own = TestThread.started();
    }
    TestThread runs = own;
    Outcome outcome = new Outcome(body, repetition);
    runs.begin(outcome);
    try {
      Optional<HangWatch.Verdict> hung = await(runs, repetition);
      if (hung.isPresent()) {
        repetition.end();
        abandon(runs);
        return new Ending(
            Optional.of(
                new BodyHung(hung.get().reason(), hung.get().isSlow(), hung.get().waiting())),
            Optional.empty());
      }
      Optional<HangText> deadlock = leftovers.await(runs);
      Optional<Throwable> thrown = outcome.thrown;
      if (deadlock.isPresent() && thrown.isEmpty()) {
        runs.group().interrupt();
        thrown =
            Optional.of(
                new BodyHung(deadlock.get().behind("has left threads behind that are "), false));
      }
      return new Ending(thrown, runs.group().death());
    } catch (InterruptedException interrupted) {
      // The runner cancels this test, so the threads of its body must end, too.
      runs.group().interrupt();
      throw interrupted;
    } finally {
      release();
    }
  }

  /* The threads of each repetition must be in a group without those of another one. */
  private void release() {
    if (!own.hasEnded() || !own.others().isEmpty()) {
      close();
    }
  }

  /** Lets the thread that runs bodies end. */
  @Override
  public void close() {
    if (own != null) {
      own.close();
      own = null;
    }
  }

  /** Returns why the body counts as hung; empty if it ended. */
  private Optional<HangWatch.Verdict> await(TestThread runs, Repetition repetition)
      throws InterruptedException {
    long start = System.nanoTime();
    if (runs.await(Math.min(POLL_MILLIS, Math.max(1, hangAfter.toMillis())))) {
      return Optional.empty();
    }
    Optional<HangWatch.Verdict> hung = watch(runs, repetition, start);
    return hung.isPresent() && repetition.breakDeadlocks()
        ? watch(runs, repetition, System.nanoTime())
        : hung;
  }

  /* What this thread would record while it looks would count as progress of those that spin. */
  private Optional<HangWatch.Verdict> watch(TestThread runs, Repetition repetition, long start)
      throws InterruptedException {
    HangWatch watch = new HangWatch(runs.group(), repetition, hangAfter, start, describe);
    repetition.silence();
    do {
      Optional<HangWatch.Verdict> hung = watch.look();
      // A body that has ended by now was slow, and its threads are not in the description.
      if (hung.isPresent() && !runs.hasEnded()) {
        return hung;
      }
    } while (!runs.await(Math.max(1, Math.min(watch.left() / 1_000_000, POLL_MILLIS))));
    return Optional.empty();
  }

  private static void abandon(TestThread runs) throws InterruptedException {
    runs.group().interrupt();
    runs.await(GRACE_MILLIS);
  }

  /** Runs a body and keeps what it throws. */
  private static final class Outcome implements Runnable {
    private final Body body;
    private final Repetition repetition;
    // Written before the body has ended, read afterwards.
    private Optional<Throwable> thrown = Optional.empty();

    Outcome(Body body, Repetition repetition) {
      this.body = body;
      this.repetition = repetition;
    }

    @Override
    public void run() {
      thrown = runHere(body, repetition);
    }
  }
}
