package io.racedet.runtime.log;

import java.lang.management.ManagementFactory;

/**
 * Waits for stripes, and frees those that are never released.
 *
 * <p>A stack overflow in the hook after an access leaves the stripe taken although the access is
 * complete. That is certain, and freeing the stripe is safe, when the holder has gone on to another
 * stripe, has ended or is blocked, or is the waiting thread itself. Otherwise it is only likely
 * once the holder has run for much longer than an access takes. How long it has been waited for
 * says nothing: on a busy machine a thread may not run for seconds, wherever it is.
 */
public final class StripeQueue {
  /** What is to be known of the recording. */
  public interface Recording {
    /** The thread that marks its stripes with this tag, null when it is not of this recording. */
    ThreadLog tagged(int tag);

    /** Marks the recording: the order of some accesses may be wrong. */
    void damage();
  }

  private static final int SPINS = 64;
  private static final int YIELDS_PER_CHECK = 16;

  /** How long a thread may itself run inside one access. */
  public static final long MAX_RUN_NANOS = 3_000_000_000L;

  /** The part of this time after which it is measured how long the holder runs. */
  private static final int MEASURE_AFTER = 6;

  private static final long BLOCKED_AFTER_NANOS = 300_000_000L;
  private static final long LEFTOVER_AFTER_NANOS = 1_000_000L;

  /**
   * The longest time between two checks that is added to the time waited. If more time has passed,
   * the waiting thread itself did not run, and the holder may not have either: the JVM was stopped
   * for a garbage collection, or the machine was suspended.
   */
  private static final long MAX_CHECK_NANOS = 50_000_000L;

  private static final long UNKNOWN = -1;

  private final Stripes stripes;
  private final long longestRun;
  private final Recording recording;

  /**
   * Of one recording, in which a thread may itself run for so many nanoseconds inside one access.
   */
  public StripeQueue(Stripes stripes, long longestRun, Recording recording) {
    this.stripes = stripes;
    this.longestRun = longestRun;
    this.recording = recording;
  }

  /** One wait for a thread. */
  private static final class Wait {
    private final long longestRun;
    private long checked = System.nanoTime();
    private long waited;
    private long ranBefore = UNKNOWN;

    Wait(long longestRun) {
      this.longestRun = longestRun;
    }

    void check() {
      long now = System.nanoTime();
      waited += Math.min(now - checked, MAX_CHECK_NANOS);
      checked = now;
    }

    /* An access never blocks; what precedes it, such as linking its call, may block for long. */
    boolean isOver(Thread thread) {
      Thread.State state = thread.getState();
      return state == Thread.State.TERMINATED
          || state != Thread.State.RUNNABLE && waited > BLOCKED_AFTER_NANOS;
    }

    boolean hasRunTooLong(Thread thread) {
      if (waited < longestRun / MEASURE_AFTER) {
        return false;
      }
      long ran = runTime(thread);
      if (ranBefore == UNKNOWN) {
        ranBefore = ran;
      }
      return ran - ranBefore > longestRun;
    }

    /* What has run is not known of a virtual thread, nor on a JVM without the bean. */
    private static long runTime(Thread thread) {
      try {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId());
      } catch (UnsupportedOperationException | LinkageError e) {
        return UNKNOWN;
      }
    }
  }

  /**
   * Takes the stripe; waits for it as long as necessary, or until the session is over, when it may
   * return without it.
   */
  public void lock(ThreadLog b, int stripe, boolean forAccess) {
    b.quiet++;
    try {
      Wait wait = null;
      long seen = 0;
      for (int tries = 1; !tryOnce(b, stripe, forAccess); tries++) {
        if (tries < SPINS) {
          Thread.onSpinWait();
        } else if (!b.isCurrent()) {
          return;
        } else {
          Thread.yield();
          if (tries % YIELDS_PER_CHECK == 0) {
            long word = stripes.word(stripe);
            if (word != seen) { // no two holds leave the same word: another thread had it meanwhile
              seen = word;
              wait = new Wait(longestRun);
            }
            wait.check();
            freeIfAbandoned(b, stripe, word, wait);
          }
        }
      }
    } finally {
      b.quiet--;
    }
  }

  private boolean tryOnce(ThreadLog b, int stripe, boolean forAccess) {
    return forAccess ? stripes.tryLockForAccess(stripe, b.tag) : stripes.tryHold(stripe, b.tag);
  }

  private void freeIfAbandoned(ThreadLog b, int stripe, long word, Wait wait) {
    int tag = Stripes.owner(word);
    if (tag == 0) {
      return;
    }
    if (tag == b.tag) {
      stripes.free(stripe, word);
      return;
    }
    ThreadLog holder = recording.tagged(tag);
    if (holder == null) {
      return;
    }
    if (holder.lastStripe() != stripe || wait.isOver(holder.thread)) {
      stripes.free(stripe, word);
    } else if (wait.hasRunTooLong(holder.thread) && stripes.free(stripe, word)) {
      recording.damage();
    }
  }

  /** Waits until the thread is in no record and no access; false if it did not get there. */
  public boolean awaitQuiescence(ThreadLog b) {
    Wait wait = new Wait(longestRun);
    while (b.isSyncing() || holdsItsStripe(b)) {
      wait.check();
      if (b.thread == Thread.currentThread() || wait.isOver(b.thread)) {
        freeStripe(b);
        return true;
      }
      if (wait.hasRunTooLong(b.thread)) {
        freeStripe(b);
        return false;
      }
      Thread.yield();
    }
    return true;
  }

  /**
   * Whether the thread is in no record and no access, or is blocked, so that it appends nothing.
   */
  public boolean isQuiescent(ThreadLog b) {
    if (!b.isSyncing() && !holdsItsStripe(b)) {
      return true;
    }
    Thread.State state = b.thread.getState();
    return state != Thread.State.RUNNABLE && state != Thread.State.NEW;
  }

  public boolean holdsItsStripe(ThreadLog b) {
    int stripe = b.lastStripe();
    return stripe >= 0 && Stripes.owner(stripes.word(stripe)) == b.tag;
  }

  private void freeStripe(ThreadLog b) {
    int stripe = b.lastStripe();
    if (stripe >= 0) {
      long word = stripes.word(stripe);
      if (Stripes.owner(word) == b.tag) {
        stripes.free(stripe, word);
      }
    }
  }

  /**
   * The version of each stripe, while no recording is in progress. Frees the stripes that threads
   * of earlier recordings have not released.
   */
  public int[] versions() {
    long[] words = stripes.words; // plain reads: there are many, and hardly one is held
    int[] versions = new int[Layout.STRIPES];
    for (int stripe = 0; stripe < Layout.STRIPES; stripe++) {
      long word = words[stripe];
      while (Stripes.owner(word) != 0) { // of a thread of an earlier recording, which undoes it
        freeUnlessReleased(stripe, word);
        word = stripes.word(stripe);
      }
      versions[stripe] = Stripes.version(word);
    }
    return versions;
  }

  private void freeUnlessReleased(int stripe, long word) {
    long since = System.nanoTime();
    while (stripes.word(stripe) == word) {
      if (System.nanoTime() - since > LEFTOVER_AFTER_NANOS) {
        stripes.free(stripe, word);
        return;
      }
      Thread.yield();
    }
  }
}
