package io.racedet.runtime;

import io.racedet.runtime.objects.ObjectNumbers;
import java.lang.invoke.VarHandle;

/**
 * A recording in progress, as far as a thread that looks at it knows it. Each {@link #look} takes
 * notice of what all threads have appended; it waits for none of them. Not thread-safe, while the
 * threads of the recording go on.
 *
 * <p>What a thread has appended up to the look before the last one precedes, in time, all that is
 * not seen yet: whatever happened before it is known now. So that is what may be merged.
 */
public final class LiveTrace {
  /** How often a look tries to find one thread outside of an access. */
  private static final int TRIES = 1000;

  private static final int TRIES_PER_YIELD = 100;
  private static final long UNKNOWN = -1;

  private final Session session;
  private final int[] versions;
  private final long firstSeq;
  private RawThread[] logs = new RawThread[16];
  private long[] ends = new long[16];
  private int threads;
  private long knownSeqs;

  LiveTrace(Session session, int[] versions, long firstSeq) {
    this.session = session;
    this.versions = versions;
    this.firstSeq = firstSeq;
  }

  /** The version that each stripe had when the recording began. */
  public int[] versions() {
    int[] copy = new int[versions.length];
    System.arraycopy(versions, 0, copy, 0, copy.length);
    return copy;
  }

  /** The first number that a sync record can have. */
  public long firstSeq() {
    return firstSeq;
  }

  /** Below which number all sync records are known, and do not change any more. */
  public long knownSeqs() {
    return knownSeqs;
  }

  /** How many threads are known. */
  public int threads() {
    return threads;
  }

  /** What a thread has appended. */
  public RawThread log(int slot) {
    return logs[slot];
  }

  /**
   * The class of an object, the class itself of a class object, null for an id that is not known.
   */
  public Class<?> typeOf(long object) {
    return session.identities.shapes().typeOf(object);
  }

  /** The length of an array, not positive for other objects. */
  public int lengthOf(long object) {
    return session.identities.shapes().lengthOf(object);
  }

  /** How many numbers were given to objects so far: at least the largest number of an object. */
  public long objects() {
    return session.identities.taken();
  }

  /**
   * The ids of all objects of the recording that have been collected: no thread does anything more
   * with them, and no record behind the present {@link #positions} is about them.
   */
  public ObjectNumbers collected() {
    return session.identities.collected();
  }

  /**
   * How far the threads have appended by now: by slot, the end of the records before the first that
   * is not complete, in the form of {@link RawThread#end}; null if a thread was in the middle of an
   * access all the time. Removes the objects of the records behind that from a set. Unlike {@link
   * #look}, this does not publish anything.
   */
  public long[] positions(ObjectNumbers objects) {
    ThreadBuffer[] all = session.threads.all();
    long[] complete = new long[all.length];
    long[] committed = new long[all.length];
    for (int slot = 0; slot < all.length; slot++) {
      complete[slot] = end(all[slot], committed, slot);
      if (complete[slot] == UNKNOWN) {
        return null;
      }
    }
    add(all);
    for (int slot = 0; slot < all.length; slot++) {
      logs[slot].removeObjects(complete[slot], committed[slot], objects);
    }
    return complete;
  }

  /**
   * Picks up what the threads have appended. False if one of them was in the middle of an access
   * all the time: nothing has changed.
   */
  public boolean look() {
    /* Before the threads: whoever has got a smaller number is among them. */
    long seq = Registry.SYNC_ORDER.peek();
    ThreadBuffer[] all = session.threads.all();
    if (all.length > ends.length) {
      ends = new long[2 * all.length];
    }
    for (int slot = 0; slot < all.length; slot++) {
      ends[slot] = end(all[slot], null, slot);
      if (ends[slot] == UNKNOWN) {
        return false;
      }
    }
    add(all);
    for (int slot = 0; slot < threads; slot++) {
      logs[slot].advance(ends[slot]);
    }
    /* A record with the last number may be replaced by one that repeats it, with the next number. */
    knownSeqs = seq - 1;
    return true;
  }

  /* A record is complete, and visible here, once its thread was seen outside of it. */
  private long end(ThreadBuffer buffer, long[] committed, int slot) {
    boolean wasQuiescent = false;
    long end = UNKNOWN;
    for (int tries = 1; tries <= TRIES; tries++) {
      if (session.queue.isQuiescent(buffer)) {
        if (wasQuiescent) {
          return end;
        }
        wasQuiescent = true;
        long appended = buffer.committed;
        VarHandle.loadLoadFence();
        end = Math.min(appended, buffer.firstWalk);
        if (committed != null) {
          committed[slot] = appended;
        }
        VarHandle.fullFence();
      } else if (tries % TRIES_PER_YIELD == 0) {
        Thread.yield();
      } else {
        Thread.onSpinWait();
      }
    }
    return UNKNOWN;
  }

  private void add(ThreadBuffer[] all) {
    if (all.length > logs.length) {
      RawThread[] more = new RawThread[2 * all.length];
      System.arraycopy(logs, 0, more, 0, threads);
      logs = more;
    }
    while (threads < all.length) {
      logs[threads] = new RawThread(session, all[threads]);
      threads++;
    }
  }

  /** Picks up everything; the recording is over, and no thread appends any more. */
  public void finish() {
    add(session.threads.all());
    for (int slot = 0; slot < threads; slot++) {
      logs[slot].finish();
    }
    knownSeqs = Long.MAX_VALUE;
  }

  /** Gives back the chunks that are left; nothing may be read any more. */
  public void close() {
    for (int slot = 0; slot < threads; slot++) {
      logs[slot].close();
    }
    threads = 0;
  }
}
