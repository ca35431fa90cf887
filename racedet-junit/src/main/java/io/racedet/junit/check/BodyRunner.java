package io.racedet.junit.check;

import io.racedet.junit.BodyThread;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** Runs one repetition until it ends or hangs. */
final class BodyRunner {
  private static final long POLL_MILLIS = 250;
  private static final long GRACE_MILLIS = 200;

  private final BodyThread thread;
  private final Duration hangAfter;
  private final Function<ThreadGroup, String> dump;

  BodyRunner(BodyThread thread, Duration hangAfter) {
    this(thread, hangAfter, ThreadDump::of);
  }

  /** A runner that describes the threads of a hung body by a function. */
  BodyRunner(BodyThread thread, Duration hangAfter, Function<ThreadGroup, String> dump) {
    this.thread = thread;
    this.hangAfter = hangAfter;
    this.dump = dump;
  }

  /** Returns what the body threw, or {@link Hung}; empty if it ended normally. */
  Optional<Throwable> run(Body body, Repetition repetition) throws InterruptedException {
    return thread == BodyThread.SAME ? runHere(body, repetition) : runOnOwnThread(body, repetition);
  }

  private static Optional<Throwable> runHere(Body body, Repetition repetition) {
    try {
      body.run(repetition);
      return Optional.empty();
    } catch (Throwable failure) {
      return Optional.of(failure);
    }
  }

  private Optional<Throwable> runOnOwnThread(Body body, Repetition repetition)
      throws InterruptedException {
    OwnThread own = new OwnThread(new ThreadGroup("racedet"), body, repetition);
    own.start();
    try {
      Optional<String> hung = await(own);
      if (hung.isEmpty()) {
        return Optional.ofNullable(own.failure);
      }
      repetition.end();
      abandon(own);
      return Optional.of(new Hung(hung.get()));
    } catch (InterruptedException interrupted) {
      // The runner cancels this test, so the threads of its body must end, too.
      own.group.interrupt();
      throw interrupted;
    }
  }

  /** Returns why the body counts as hung; empty if it ended. */
  private Optional<String> await(OwnThread own) throws InterruptedException {
    long deadline = System.nanoTime() + hangAfter.toNanos();
    while (true) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      own.join(Math.max(1, Math.min(left, POLL_MILLIS)));
      if (!own.isAlive()) {
        return Optional.empty();
      }
      Optional<String> deadlock = ThreadDump.monitorDeadlock(own.group);
      if (deadlock.isPresent()) {
        return deadlock;
      }
      if (left <= 0) {
        String threads = dump.apply(own.group);
        // A body that has ended by now was slow, and its threads are not in the description.
        if (own.isAlive()) {
          return Optional.of("did not end within " + text(hangAfter) + "\n" + threads);
        }
      }
    }
  }

  private static void abandon(OwnThread own) throws InterruptedException {
    own.group.interrupt();
    own.join(GRACE_MILLIS);
  }

  static String text(Duration duration) {
    long millis = duration.toMillis();
    return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
  }

  /**
   * A daemon thread in a thread group of its own, which identifies the threads that the test
   * starts.
   */
  private static final class OwnThread extends Thread {
    // Thread.getThreadGroup() returns null once the thread has ended.
    private final ThreadGroup group;
    private final Body body;
    private final Repetition repetition;
    // Written before the thread ends, read after it was joined.
    private Throwable failure;

    OwnThread(ThreadGroup group, Body body, Repetition repetition) {
      super(group, "racedet-test");
      this.group = group;
      this.body = body;
      this.repetition = repetition;
      setDaemon(true);
    }

    @Override
    public void run() {
      failure = runHere(body, repetition).orElse(null);
    }
  }
}
