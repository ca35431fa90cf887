package io.racedet.runtime;

import io.racedet.runtime.log.Chunk;
import io.racedet.runtime.log.Grown;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.objects.NumberSet;
import io.racedet.runtime.spans.SiteAccess;
import io.racedet.runtime.spans.SiteAccesses;

/**
 * What one thread has recorded: words in the layout of {@link Layout}, in chunks that are numbered
 * from 0. While the thread goes on, that is as much as a {@link RawTrace} has seen. Not
 * thread-safe.
 */
public final class RawThread {
  private final Session session;
  private final ThreadBuffer buffer;
  private final long id;
  private final boolean forked;
  private String name; // null before the recording is over
  private Chunk[] chunks = new Chunk[4]; // from the first that is not freed
  private int freed;
  private int held;
  private long end;
  private long settled;
  private boolean complete;

  /** The log of a thread that goes on. */
  RawThread(Session session, ThreadBuffer buffer) {
    this.session = session;
    this.buffer = buffer;
    id = buffer.thread.getId();
    forked = buffer.parent != null;
  }

  /**
   * Creates the log of a thread that has ended; public for tests.
   *
   * @param name the thread's own name, not always unique
   * @param forked whether a thread of the same recording has started it
   * @param chunks filled ones; not copied
   */
  public RawThread(String name, long id, boolean forked, Chunk... chunks) {
    session = null;
    buffer = null;
    this.name = name;
    this.id = id;
    this.forked = forked;
    this.chunks = chunks;
    held = chunks.length;
    end = held == 0 ? 0 : (long) held << Integer.SIZE | chunks[held - 1].used;
    settled = end;
    complete = true;
  }

  private static String nameOf(Thread thread) {
    String name = thread.getName();
    return name.isEmpty()
        ? thread.getClass().getSimpleName().concat("#").concat(String.valueOf(thread.getId()))
        : name;
  }

  /**
   * The thread's own name, once the recording is over; of one without a name, as most virtual
   * threads, its class and id.
   */
  public String name() {
    return name;
  }

  /**
   * Whether a thread of the same recording has started this one: none before it, and none of the
   * JVM.
   */
  public boolean forked() {
    return forked;
  }

  /** The thread's own {@link Thread#getId}: no other thread of the JVM has it, ever. */
  public long id() {
    return id;
  }

  /**
   * How far the records are known: the number of the chunk, plus one, in the high half, and the
   * position behind the last record in the low one.
   */
  public long end() {
    return end;
  }

  /** Whether there are none so far. */
  boolean isEmpty() {
    return end == 0 || end == 1L << Integer.SIZE;
  }

  /** How far they were known at the look before. */
  public long settled() {
    return settled;
  }

  /** Whether that is all that is known now. */
  public boolean isSettled() {
    return settled == end;
  }

  /** Whether the thread appends no more. */
  public boolean isComplete() {
    return complete;
  }

  /** They are known up to here now. */
  void advance(long now) {
    settled = end;
    end = now;
  }

  /** How many chunks there are so far. */
  public int chunks() {
    return (int) (end >>> Integer.SIZE);
  }

  /**
   * The words of a chunk that is not freed, not copied; those of the last one may be appended to.
   */
  public long[] words(int chunk) {
    return chunk(chunk).words;
  }

  /** How many words of a chunk are used up to {@link #end} or {@link #settled}. */
  public int used(int chunk, long limit) {
    int last = (int) (limit >>> Integer.SIZE) - 1;
    return chunk < last ? chunk(chunk).used : chunk == last ? (int) limit : 0;
  }

  private Chunk chunk(int chunk) {
    while (freed + held <= chunk) {
      if (held == chunks.length) {
        chunks = Grown.copy(chunks, new Chunk[2 * held]);
      }
      chunks[held] = held == 0 ? buffer.first : chunks[held - 1].next;
      held++;
    }
    return chunks[chunk - freed];
  }

  /** Gives back the chunks before one of them, which the thread has filled. */
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

  /** Removes the objects of the records between two positions. */
  void removeObjects(long from, long to, NumberSet numbers) {
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

  /** The thread appends no more, and the elements of its last ranges belong to their records. */
  void finish() {
    if (complete) {
      return;
    }
    complete = true;
    name = nameOf(buffer.thread);
    end = buffer.committed;
    settled = end;
    SiteAccesses walks = buffer.sites;
    for (int i = 0; i < walks.listed(); i++) {
      SiteAccess walk = walks.listed(i);
      if (walk.isOpen()) {
        chunk(chunks() - 1).words[walk.position() + 1] = walk.elements();
      }
    }
    if (buffer.range.isOpen()) {
      chunk(chunks() - 1).words[(int) end - 1] = buffer.range.elements();
    }
  }

  /** Gives back the chunks that are left. A thread that lives may still append to the last one. */
  void close() {
    int last = chunks() - 1;
    if (last >= 0) {
      free(last);
      Chunk kept = chunk(last);
      buffer.first = null; // woven code that is still running may keep the buffer
      Registry.CHUNKS.release(kept, buffer.thread);
    }
  }
}
