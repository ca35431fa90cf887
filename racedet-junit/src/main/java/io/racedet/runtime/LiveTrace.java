package io.racedet.runtime;

import io.racedet.runtime.log.Chunk;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.objects.ObjectNumbers;
import io.racedet.runtime.spans.SiteAccess;
import io.racedet.runtime.spans.SiteAccesses;
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

  /** What one thread has appended. Chunks are numbered from 0. */
  public static final class Log {
    private final Session session;
    private final ThreadBuffer buffer;
    private Chunk[] chunks = new Chunk[4]; // from the first that is not freed
    private int freed;
    private int held;
    private long end;
    private long settled;

    private Log(Session session, ThreadBuffer buffer) {
      this.session = session;
      this.buffer = buffer;
    }

    /**
     * Whether a thread of the same recording has started this one.
     *
     * @return false for threads that existed before
     */
    public boolean forked() {
      return buffer.parent != null;
    }

    /**
     * The thread's own id.
     *
     * @return {@link Thread#getId}
     */
    public long id() {
      return buffer.thread.getId();
    }

    /**
     * How far the records are known.
     *
     * @return the number of the chunk, plus one, in the high half, and the position behind the last
     *     record in the low one
     */
    public long end() {
      return end;
    }

    /**
     * How far they were known at the look before.
     *
     * @return in the form of {@link #end}
     */
    public long settled() {
      return settled;
    }

    /**
     * The words of a chunk; those of the last one may be appended to.
     *
     * @param chunk its number, not that of a chunk that is freed
     * @return the words, not a copy
     */
    public long[] words(int chunk) {
      return chunk(chunk).words;
    }

    /**
     * How many words of a chunk are used.
     *
     * @param limit {@link #end} or {@link #settled}
     */
    public int used(int chunk, long limit) {
      int last = (int) (limit >>> Integer.SIZE) - 1;
      return chunk < last ? chunk(chunk).used : chunk == last ? (int) limit : 0;
    }

    private Chunk chunk(int chunk) {
      while (freed + held <= chunk) {
        if (held == chunks.length) {
          Chunk[] more = new Chunk[2 * held];
          System.arraycopy(chunks, 0, more, 0, held);
          chunks = more;
        }
        chunks[held] = held == 0 ? buffer.first : chunks[held - 1].next;
        held++;
      }
      return chunks[chunk - freed];
    }

    /**
     * Gives back the chunks before one of them, which the thread has filled.
     *
     * @param chunk the first that is kept
     */
    public void free(int chunk) {
      int count = chunk - freed;
      if (count <= 0) {
        return;
      }
      chunk(chunk);
      for (int i = 0; i < count; i++) {
        Chunk done = chunks[i];
        buffer.first = done.next;
        if (!session.space.isNarrow()) {
          Registry.CHUNKS.release(done, null);
        }
        session.space.free(done.words.length);
      }
      held -= count;
      freed = chunk;
      System.arraycopy(chunks, count, chunks, 0, held);
      for (int i = held; i < held + count && i < chunks.length; i++) {
        chunks[i] = null;
      }
    }

    private void removeObjects(long from, long to, ObjectNumbers numbers) {
      int last = (int) (to >>> Integer.SIZE) - 1;
      int at = (int) from;
      for (int chunk = Math.max(0, (int) (from >>> Integer.SIZE) - 1); chunk <= last; chunk++) {
        long[] words = words(chunk);
        for (int used = used(chunk, to); at < used; ) {
          numbers.remove(Layout.object(words[at]));
          at += Layout.words(Layout.kind(words[at]));
        }
        at = 0;
      }
    }

    /* The thread appends no more: the elements of its last ranges belong to their records. */
    private void close() {
      SiteAccesses walks = buffer.sites;
      for (int i = 0; i < walks.listed(); i++) {
        SiteAccess walk = walks.listed(i);
        if (walk.isOpen()) {
          chunk((int) (end >>> Integer.SIZE) - 1).words[walk.position() + 1] = walk.elements();
        }
      }
      if (buffer.range.isOpen()) {
        chunk((int) (end >>> Integer.SIZE) - 1).words[(int) end - 1] = buffer.range.elements();
      }
    }
  }

  private final Session session;
  private final int[] versions;
  private final long firstSeq;
  private Log[] logs = new Log[16];
  private long[] ends = new long[16];
  private int threads;
  private long knownSeqs;
  private volatile boolean begun;

  LiveTrace(Session session, int[] versions, long firstSeq) {
    this.session = session;
    this.versions = versions;
    this.firstSeq = firstSeq;
  }

  /** Whether anyone has looked at it. */
  boolean isBegun() {
    return begun;
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

  /**
   * What a thread has appended.
   *
   * @param slot its position among the threads
   */
  public Log log(int slot) {
    return logs[slot];
  }

  /**
   * The class of an object; of a class object, the class itself.
   *
   * @return the class, null when the id is not known
   */
  public Class<?> typeOf(long object) {
    return session.identities.shapes().typeOf(object);
  }

  /**
   * The length of an array.
   *
   * @return its length, not positive when the object is none
   */
  public int lengthOf(long object) {
    return session.identities.shapes().lengthOf(object);
  }

  /**
   * How many numbers were given to objects so far.
   *
   * @return at least the largest number of an object
   */
  public long objects() {
    return session.identities.taken();
  }

  /**
   * The ids of objects that have been collected: no thread does anything more with them, and no
   * record behind the present {@link #positions} is about them.
   *
   * @return ids, of all objects since the begin of the recording
   */
  public ObjectNumbers collected() {
    return session.identities.collected();
  }

  /**
   * How far the threads have appended by now. Unlike {@link #look}, this does not publish anything.
   *
   * @param objects numbers, of which those of the records behind that are removed
   * @return by slot, the end of the records before the first that is not complete, in the form of
   *     {@link Log#end}; null if a thread was in the middle of an access all the time
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
   * Picks up what the threads have appended.
   *
   * @return false if one of them was in the middle of an access all the time: nothing has changed
   */
  public boolean look() {
    begun = true;
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
      logs[slot].settled = logs[slot].end;
      logs[slot].end = ends[slot];
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
      Log[] more = new Log[2 * all.length];
      System.arraycopy(logs, 0, more, 0, threads);
      logs = more;
    }
    while (threads < all.length) {
      logs[threads] = new Log(session, all[threads]);
      threads++;
    }
  }

  /** Picks up everything; the recording is over, and no thread appends any more. */
  public void finish() {
    begun = true;
    ThreadBuffer[] all = session.threads.all();
    add(all);
    for (int slot = 0; slot < threads; slot++) {
      Log log = logs[slot];
      log.end = all[slot].committed;
      log.settled = log.end;
      log.close();
    }
    knownSeqs = Long.MAX_VALUE;
  }

  /** Gives back the chunks that are left; nothing may be read any more. */
  public void close() {
    for (int slot = 0; slot < threads; slot++) {
      Log log = logs[slot];
      int last = (int) (log.end >>> Integer.SIZE) - 1;
      if (last >= 0) {
        log.free(last);
        Chunk kept = log.chunk(last);
        log.buffer.first = null;
        Registry.CHUNKS.release(kept, log.buffer.thread);
      }
    }
    threads = 0;
  }
}
