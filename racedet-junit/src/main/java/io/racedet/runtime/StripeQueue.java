package io.racedet.runtime;

import io.racedet.runtime.memory.Layout;
import io.racedet.runtime.memory.Stripes;

/** Waits for stripes, and frees those that are never released. */
final class StripeQueue {
  private static final int SPINS = 64;
  private static final int YIELDS_PER_CHECK = 16;

  /** How long a thread may be descheduled inside one access, on a busy machine. */
  private static final long STEAL_AFTER_NANOS = 3_000_000_000L;

  private static final long BLOCKED_AFTER_NANOS = 50_000_000L;
  private static final long LEFTOVER_AFTER_NANOS = 1_000_000L;

  /**
   * The longest time between two checks that is added to the time waited. If more time has passed,
   * the waiting thread itself did not run, and the holder may not have either: the JVM was stopped
   * for a garbage collection, or the machine was suspended.
   */
  private static final long LONGEST_CHECK_NANOS = 50_000_000L;

  private StripeQueue() {}

  /** Takes the stripe; waits for it as long as necessary. */
  static void lock(Session session, ThreadBuffer b, int stripe, boolean forAccess) {
    Stripes stripes = Hooks.STRIPES;
    b.quiet++;
    try {
      long checked = 0;
      long waited = 0;
      long seen = 0;
      for (int tries = 1; !tryOnce(stripes, b, stripe, forAccess); tries++) {
        if (tries < SPINS) {
          Thread.onSpinWait();
        } else {
          Thread.yield();
          if (tries % YIELDS_PER_CHECK == 0) {
            long now = System.nanoTime();
            long word = stripes.word(stripe);
            waited += Math.min(now - checked, LONGEST_CHECK_NANOS);
            checked = now;
            if (word != seen) { // no two holds leave the same word: another thread had it meanwhile
              seen = word;
              waited = 0;
            }
            freeIfAbandoned(session, b, stripe, word, waited);
          }
        }
      }
    } finally {
      b.quiet--;
    }
  }

  private static boolean tryOnce(Stripes stripes, ThreadBuffer b, int stripe, boolean forAccess) {
    return forAccess ? stripes.tryLockForAccess(stripe, b.tag) : stripes.tryHold(stripe, b.tag);
  }

  /*
   * A stack overflow in the hook after an access leaves the stripe taken although the access is
   * complete. That is certain, and freeing the stripe is safe, when the holder has gone on to another
   * stripe, has ended or is blocked, or is the waiting thread itself. Otherwise the holder may just be
   * slow, and the order of what it does after the stripe was freed is not known.
   */
  private static void freeIfAbandoned(
      Session session, ThreadBuffer b, int stripe, long word, long waited) {
    int tag = Stripes.owner(word);
    if (tag == 0) {
      return;
    }
    if (tag == b.tag) {
      Hooks.STRIPES.free(stripe, word);
      return;
    }
    ThreadBuffer holder = session.threads.tagged(tag);
    if (holder != null && (holder.lastStripe() != stripe || isOver(holder.thread, waited))) {
      Hooks.STRIPES.free(stripe, word);
    } else if (waited > STEAL_AFTER_NANOS && Hooks.STRIPES.free(stripe, word)) {
      session.damage();
    }
  }

  /* An access never blocks; what precedes it, such as linking its call, may block for long. */
  private static boolean isOver(Thread thread, long waited) {
    Thread.State state = thread.getState();
    return state == Thread.State.TERMINATED
        || state != Thread.State.RUNNABLE && waited > BLOCKED_AFTER_NANOS;
  }

  /** Waits until the thread is in no record and no access; false if it did not get there. */
  static boolean awaitQuiescence(ThreadBuffer b) {
    long checked = System.nanoTime();
    long waited = 0;
    while (b.isSyncing() || holdsItsStripe(b)) {
      long now = System.nanoTime();
      waited += Math.min(now - checked, LONGEST_CHECK_NANOS);
      checked = now;
      if (b.thread == Thread.currentThread() || isOver(b.thread, waited)) {
        freeStripe(b);
        return true;
      }
      if (waited > STEAL_AFTER_NANOS) {
        freeStripe(b);
        return false;
      }
      Thread.yield();
    }
    return true;
  }

  private static boolean holdsItsStripe(ThreadBuffer b) {
    int stripe = b.lastStripe();
    return stripe >= 0 && Stripes.owner(Hooks.STRIPES.word(stripe)) == b.tag;
  }

  private static void freeStripe(ThreadBuffer b) {
    int stripe = b.lastStripe();
    if (stripe >= 0) {
      long word = Hooks.STRIPES.word(stripe);
      if (Stripes.owner(word) == b.tag) {
        Hooks.STRIPES.free(stripe, word);
      }
    }
  }

  /** Frees the stripes that threads of earlier recordings have not released. */
  static void freeLeftovers() {
    for (int stripe = 0; stripe < Layout.STRIPES; stripe++) {
      long word = Hooks.STRIPES.word(stripe);
      if (Stripes.owner(word) != 0) {
        freeUnlessReleased(stripe, word);
      }
    }
  }

  private static void freeUnlessReleased(int stripe, long word) {
    long since = System.nanoTime();
    while (Hooks.STRIPES.word(stripe) == word) {
      if (System.nanoTime() - since > LEFTOVER_AFTER_NANOS) {
        Hooks.STRIPES.free(stripe, word);
        return;
      }
      Thread.yield();
    }
  }
}
