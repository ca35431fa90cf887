package io.racedet.junit.threads;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The group of the threads of one repetition, which the threads inherit that they start. Notices
 * the exceptions of which threads die, unless these have a handler of their own. Thread-safe.
 */
public final class TestThreads extends ThreadGroup {
  private static final int SPARE = 16;

  /** A thread that has died. */
  public record Death(String thread, Throwable cause) {}

  private Death first;
  private Death ofBreak;

  public TestThreads() {
    super("racedet");
  }

  @Override
  public void uncaughtException(Thread thread, Throwable cause) {
    Death death = new Death(thread.getName(), cause);
    if (BrokenDeadlock.isCauseOf(cause)) {
      addOfBreak(death); // the check itself has thrown it, to break a deadlock, and reports that
      return;
    }
    synchronized (this) {
      if (first == null) {
        first = death;
      }
    }
    super.uncaughtException(thread, cause);
  }

  private synchronized void addOfBreak(Death death) {
    if (ofBreak == null) {
      ofBreak = death;
    }
  }

  /** Forgets what ended threads of the repetition before. */
  synchronized void forgetDeath() {
    first = null;
    ofBreak = null;
  }

  /**
   * Returns the first thread of the repetition that has died of an exception, one that has died
   * because a deadlock was broken only if there is no other one; empty if there is none.
   */
  public synchronized Optional<Death> death() {
    return Optional.ofNullable(first).or(() -> Optional.ofNullable(ofBreak));
  }

  /**
   * Returns the platform threads that have not ended; those of pools outside this group are not
   * among them.
   */
  public List<Thread> alive() {
    Thread[] threads = new Thread[activeCount() + SPARE];
    int count = enumerate(threads);
    return List.of(Arrays.copyOf(threads, count));
  }
}
