package io.racedet.junit.threads;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The threads besides the one that runs tests: which kinds have acted by themselves although they
 * seemed to wait for others, and what the last look at all of them has shown, as that takes longer
 * than a short test. Thread-safe.
 */
public final class ActingThreads {
  private final Set<String> kinds = ConcurrentHashMap.newKeySet();
  private final Supplier<List<Thread>> threads;
  private OtherThreads last; // null if one may have gone on since
  private long lastWakeUp;
  private long lastStart;

  /** Knows nothing of the threads of the process. */
  public ActingThreads() {
    this(ThreadRoles::all);
  }

  ActingThreads(Supplier<List<Thread>> threads) {
    this.threads = threads;
  }

  /** A thread has acted by itself. */
  public void add(Thread thread) {
    kinds.add(OtherThreads.kindOf(thread));
    lookAgain();
  }

  /**
   * Looks at the threads besides the current one, unless all of them waited at the last look, and
   * none has been woken or was added since: these still wait until somebody wakes them.
   *
   * @param wakeUp the time of the last wake-up of a thread
   */
  public synchronized OtherThreads others(long wakeUp) {
    List<Thread> all = threads.get();
    if (last == null || wakeUp != lastWakeUp || !last.mustStillWait(all)) {
      last = OtherThreads.of(all, kinds);
      lastWakeUp = wakeUp;
    }
    return last;
  }

  /**
   * Whether no thread besides the current one will touch the program, unless one is started, woken
   * by the JDK or interrupted.
   *
   * @param start a number that changes with that
   */
  public synchronized boolean areServing(long start) {
    List<Thread> all = threads.get();
    if (last == null || start != lastStart || !last.areServing() || !last.areThese(all)) {
      last = OtherThreads.of(all, kinds);
      lastStart = start;
    }
    return last.areServing();
  }

  /** A thread may have gone on by itself: the next call looks again. */
  public synchronized void lookAgain() {
    last = null;
  }
}
