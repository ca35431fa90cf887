package io.racedet.runtime;

import io.racedet.runtime.locks.RawDeadlock;
import io.racedet.runtime.objects.NumberSet;
import io.racedet.runtime.objects.ObjectShapes;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * A recording: one log per thread, not merged. While it is in progress, it is known as far as a
 * thread has looked: each {@link #look} takes notice of what all threads have appended, and waits
 * for none of them. Not thread-safe, while the threads of the recording go on.
 *
 * <p>What a thread has appended up to the look before the last one precedes, in time, all that is
 * not seen yet: whatever happened before it is known now. So that is what may be merged.
 *
 * <p>{@link #close} releases the memory for the next recordings, after which nothing may be read
 * any more. Without that, the garbage collector frees it.
 */
public final class RawTrace implements AutoCloseable {
  /** How often a look tries to find one thread outside of an access. */
  private static final int TRIES = 1000;

  private static final int TRIES_PER_YIELD = 100;
  private static final long UNKNOWN = -1;

  private final Session session; // null for tests
  private final ObjectShapes shapes;
  private final int[] versions; // null if the session has them
  private final long firstSeq;
  private final List<RawThread> threads = new ArrayList<>();
  private long[] ends = new long[16];
  private long knownSeqs;
  private boolean truncated;
  private boolean damaged;
  private boolean caught;
  private RawDeadlock deadlock; // null without one
  private boolean closed;
  private long accessesAlone;
  private int slotAlone = -1;
  private Thread unexpected;
  private boolean isSolo;

  private RawTrace(Session session, ObjectShapes shapes, int[] versions, long firstSeq) {
    this.session = session;
    this.shapes = shapes;
    this.versions = versions;
    this.firstSeq = firstSeq;
  }

  /* Of a recording that is about to begin. */
  RawTrace(Session session) {
    this(session, session.identities.shapes(), null, Registry.SYNC_ORDER.peek());
  }

  /** A trace that is over, and whose objects have no class, for tests. */
  public RawTrace(List<RawThread> threads, int[] versions, long firstSeq) {
    this(null, new ObjectShapes(), versions, firstSeq);
    this.threads.addAll(threads);
    knownSeqs = Long.MAX_VALUE;
    closed = true; // nobody else uses the memory
  }

  /** The version of the first access on each stripe; versions wrap around. */
  public int[] firstVersions() {
    int[] first = versions == null ? session.versions().clone() : versions.clone();
    for (int stripe = 0; stripe < first.length; stripe++) {
      first[stripe]++;
    }
    return first;
  }

  /** The first number that a sync record can have. */
  public long firstSeq() {
    return firstSeq;
  }

  /** Below which number all sync records are known, and do not change any more. */
  public long knownSeqs() {
    return knownSeqs;
  }

  /** The threads in the order in which they were first seen; the index is the thread's slot. */
  public List<RawThread> threads() {
    return threads;
  }

  /** Whether nothing was recorded. */
  public boolean isEmpty() {
    boolean isEmpty = true;
    for (RawThread thread : threads) {
      isEmpty &= thread.isEmpty();
    }
    return isEmpty;
  }

  /** The class of an object, the class itself of a class object, null for an unknown id. */
  public Class<?> typeOf(long object) {
    return shapes.typeOf(object);
  }

  /** Whether an object is a class object, as the lock of static methods is. */
  public boolean isClass(long object) {
    return shapes.lengthOf(object) == ObjectShapes.CLASS;
  }

  /** The key of a bin if it is nothing but its value, null if it is not, or not known. */
  public Object valueOfKey(long bin) {
    return session == null ? null : session.binKeys.valueOf(bin);
  }

  /** The number of the key of a bin; 0 if it is nothing but its value, or not known. */
  public long objectOfKey(long bin) {
    return session == null ? 0 : session.binKeys.objectOf(bin);
  }

  /** The length of an array, not positive for other objects. */
  public int lengthOf(long object) {
    return shapes.lengthOf(object);
  }

  /** The class of the collection of a library that an object is a part of, or null. */
  public Class<?> ownerOf(long object) {
    return shapes.ownerOf(object);
  }

  /**
   * The number of a live object of which the class and the identity hash are known, as thread dumps
   * have them; 0 if the recording does not know it.
   */
  public long numberOf(String className, int identityHash) {
    return session == null ? 0 : session.identities.numberOf(className, identityHash);
  }

  /** How many numbers were given to objects so far: at least the largest number of an object. */
  public long objects() {
    return session.identities.taken();
  }

  /**
   * The ids of all objects of the recording that have been collected: no thread does anything more
   * with them, and no record behind the present {@link #positions} is about them.
   */
  public NumberSet collected() {
    return session.identities.collected();
  }

  /**
   * How far the threads have appended by now: by slot, the end of the records before the first that
   * is not complete, in the form of {@link RawThread#end}; null if a thread was in the middle of an
   * access all the time. Removes the objects of the records behind that from a set. Unlike {@link
   * #look}, this does not publish anything.
   */
  public long[] positions(NumberSet objects) {
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
      threads.get(slot).removeObjects(complete[slot], committed[slot], objects);
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
    for (int slot = 0; slot < all.length; slot++) {
      threads.get(slot).advance(ends[slot]);
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
    for (int slot = threads.size(); slot < all.length; slot++) {
      threads.add(new RawThread(session, all[slot]));
    }
  }

  /** Picks up everything; the recording is over, and no thread appends any more. */
  public void finish() {
    add(session.threads.all());
    for (RawThread thread : threads) {
      thread.finish();
    }
    knownSeqs = Long.MAX_VALUE;
  }

  /* What is known of a recording that is over: later than that, nothing counts. */
  void end() {
    finish();
    truncated = session.truncated();
    damaged = session.damaged();
    caught = session.hasCaught();
    deadlock = session.points.cycles.first();
    accessesAlone = session.solo.accesses();
    slotAlone = session.solo.slot();
    unexpected = session.solo.unexpected();
    isSolo = !session.solo.isOver();
  }

  /** How many data accesses in the scope are not recorded, since one thread alone could act. */
  public long accessesAlone() {
    return accessesAlone;
  }

  /** The slot of a thread that may have made such accesses; negative for none. */
  public int slotAlone() {
    return slotAlone;
  }

  /**
   * The thread that came to a hook although nothing was seen to wake it, so that accesses may be
   * missing; null if there is none.
   */
  public Thread unexpected() {
    return unexpected;
  }

  /** Whether one thread alone could act, up to the end. */
  public boolean isSolo() {
    return isSolo;
  }

  /** Whether it has calls of libraries whose data accesses are not recorded. */
  public boolean hasLibraryCalls() {
    return session != null && session.hasLibraryCalls();
  }

  /** Whether two threads were at the two target locations at the same time. */
  public boolean caught() {
    return caught;
  }

  /** The first deadlock that was broken, or null. */
  public RawDeadlock deadlock() {
    return deadlock;
  }

  /** Whether the recording was full before it was stopped, so that its last events are missing. */
  public boolean truncated() {
    return truncated;
  }

  /**
   * Whether a thread ran inside an access for so long that others continued without it, so that the
   * order of some accesses may be wrong.
   */
  public boolean damaged() {
    return damaged;
  }

  /** Releases the memory for the next recordings. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      for (RawThread thread : threads) {
        thread.close();
      }
    }
  }
}
