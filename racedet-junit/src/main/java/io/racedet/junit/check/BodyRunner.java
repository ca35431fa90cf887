package io.racedet.junit.check;

import io.racedet.junit.BodyThread;
import io.racedet.junit.threads.HangWatch;
import io.racedet.junit.threads.Leftovers;
import io.racedet.junit.threads.StuckThreads;
import io.racedet.junit.threads.TestThreads;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** Runs one repetition until it ends or hangs. */
final class BodyRunner {
  private static final long POLL_MILLIS = 250;
  private static final long GRACE_MILLIS = 200;

  private final BodyThread thread;
  private final Duration hangAfter;
  private final Function<TestThreads, String> describe;
  private final Leftovers leftovers = new Leftovers();

  BodyRunner(BodyThread thread, Duration hangAfter) {
    this(thread, hangAfter, StuckThreads::of);
  }

  /** A runner that describes the threads of a hung body by a function. */
  BodyRunner(BodyThread thread, Duration hangAfter, Function<TestThreads, String> describe) {
    this.thread = thread;
    this.hangAfter = hangAfter;
    this.describe = describe;
  }

  /** What became of a body: what it threw, or {@link Hung}, and the first thread that has died. */
  record Ending(Optional<Throwable> thrown, Optional<TestThreads.Death> death) {}

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
    OwnThread own = new OwnThread(new TestThreads(), body, repetition);
    own.start();
    try {
      Optional<HangWatch.Verdict> hung = await(own, repetition);
      if (hung.isPresent()) {
        repetition.end();
        abandon(own);
        return new Ending(
            Optional.of(new Hung(hung.get().reason(), hung.get().isSlow())), Optional.empty());
      }
      Optional<String> deadlock = leftovers.await(own.group);
      Optional<Throwable> thrown = Optional.ofNullable(own.failure);
      if (deadlock.isPresent() && thrown.isEmpty()) {
        own.group.interrupt();
        thrown = Optional.of(new Hung("has left threads behind that are " + deadlock.get(), false));
      }
      return new Ending(thrown, own.group.death());
    } catch (InterruptedException interrupted) {
      // The runner cancels this test, so the threads of its body must end, too.
      own.group.interrupt();
      throw interrupted;
    }
  }

  /** Returns why the body counts as hung; empty if it ended. */
  private Optional<HangWatch.Verdict> await(OwnThread own, Repetition repetition)
      throws InterruptedException {
    long start = System.nanoTime();
    own.join(Math.min(POLL_MILLIS, Math.max(1, hangAfter.toMillis())));
    if (!own.isAlive()) {
      return Optional.empty();
    }
    HangWatch watch = new HangWatch(own.group, repetition, hangAfter, start, describe);
    while (own.isAlive()) {
      Optional<HangWatch.Verdict> hung = watch.look();
      // A body that has ended by now was slow, and its threads are not in the description.
      if (hung.isPresent() && own.isAlive()) {
        return hung;
      }
      own.join(Math.max(1, Math.min(watch.left() / 1_000_000, POLL_MILLIS)));
    }
    return Optional.empty();
  }

  private static void abandon(OwnThread own) throws InterruptedException {
    own.group.interrupt();
    own.join(GRACE_MILLIS);
  }

  /**
   * A thread in a thread group of its own, which identifies the threads that the test starts. It is
   * a daemon if the runner's thread is one, and so are the threads that it starts.
   */
  private static final class OwnThread extends Thread {
    // Thread.getThreadGroup() returns null once the thread has ended.
    private final TestThreads group;
    private final Body body;
    private final Repetition repetition;
    // Written before the thread ends, read after it was joined.
    private Throwable failure;

    OwnThread(TestThreads group, Body body, Repetition repetition) {
      super(group, "racedet-test");
      this.group = group;
      this.body = body;
      this.repetition = repetition;
      setDaemon(Thread.currentThread().isDaemon());
    }

    @Override
    public void run() {
      failure = runHere(body, repetition).orElse(null);
    }
  }
}
