package io.racedet.junit.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The threads that outlive the bodies that have started them. Those that may be about to end are
 * waited for, for a limited time in all repetitions together; those that wait for something without
 * a limit, like the idle ones of a pool, are not. Not thread-safe.
 */
public final class Leftovers {
  private static final long MAX_MILLIS = 50;
  private static final long ALL_MILLIS = 300;
  private static final int MAX_NAMED = 3;

  private final List<String> first = new ArrayList<>();
  private int repetitions;
  private int threads;
  private long waited;

  /**
   * Waits for the threads that a body has left behind; returns a deadlock among them; empty if
   * there is none.
   *
   * @throws InterruptedException when the calling thread is interrupted
   */
  public Optional<HangText> await(TestThread body) throws InterruptedException {
    List<Thread> alive = body.others();
    if (alive.isEmpty()) {
      return Optional.empty();
    }
    long end = System.nanoTime() + Math.min(MAX_MILLIS, ALL_MILLIS - waited) * 1_000_000;
    long start = System.nanoTime();
    for (Thread thread : alive) {
      while (thread.isAlive() && thread.getState() != Thread.State.WAITING) {
        long left = (end - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          break;
        }
        thread.join(Math.min(left, 1));
      }
    }
    waited += (System.nanoTime() - start) / 1_000_000;
    List<Thread> left = body.others();
    add(left);
    return left.isEmpty() ? Optional.empty() : StuckThreads.deadlock(body.group());
  }

  private void add(List<Thread> left) {
    if (left.isEmpty()) {
      return;
    }
    repetitions++;
    threads += left.size();
    for (Thread thread : left) {
      if (first.size() < MAX_NAMED && repetitions == 1) {
        List<StackTraceElement> frames = OwnFrames.of(thread.getStackTrace());
        first.add(
            '"'
                + thread.getName()
                + '"'
                + (frames.isEmpty() ? "" : " at " + OwnFrames.text(frames.get(0))));
      }
    }
  }

  /** Describes them for a report; empty if no thread has outlived its body. */
  public Optional<String> text() {
    if (repetitions == 0) {
      return Optional.empty();
    }
    return Optional.of(
        threads
            + " threads in "
            + repetitions
            + " repetitions were not joined by the test and outlived it, although the check"
            + " waited for them for up to "
            + MAX_MILLIS
            + " ms; what they do afterwards is not checked. In the first: "
            + String.join(", ", first));
  }
}
