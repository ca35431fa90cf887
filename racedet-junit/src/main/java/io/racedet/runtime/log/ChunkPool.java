package io.racedet.runtime.log;

import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;

/** Reuses chunks of full size in later recordings, as long as there is memory. Thread-safe. */
public final class ChunkPool {
  /** A chunk that its thread may still be writing to, so that no other thread may use it. */
  private static final class OwnedChunk extends WeakReference<Thread> {
    private final Chunk chunk;

    OwnedChunk(Thread owner, Chunk chunk) {
      super(owner);
      this.chunk = chunk;
    }
  }

  /** Words of the first chunk of a thread, which suffice for one that does little. */
  public static final int FIRST = 64;

  /** How many times as long the next chunk is, up to {@link #FULL}. */
  public static final int GROWTH = 16;

  /** Words of a chunk that is worth reusing. */
  public static final int FULL = 8192;

  private static final int OWNERS = 8;

  /* The head of a linked list. */
  private SoftReference<Chunk> kept = new SoftReference<>(null);

  private final OwnedChunk[] owned = new OwnedChunk[OWNERS];
  private int oldest;

  /** A chunk for the calling thread, which therefore is not writing to one. */
  public synchronized Chunk take(int size, Thread taker) {
    Chunk chunk = null;
    if (size == FULL) {
      chunk = takeOwn(taker);
      if (chunk == null) {
        chunk = takeKept();
      }
    }
    return chunk == null ? new Chunk(size) : chunk;
  }

  private Chunk takeOwn(Thread taker) {
    for (int i = 0; i < OWNERS; i++) {
      if (owned[i] != null && owned[i].refersTo(taker)) {
        Chunk chunk = owned[i].chunk;
        owned[i] = null;
        return chunk;
      }
    }
    return null;
  }

  private Chunk takeKept() {
    Chunk chunk = kept.get();
    if (chunk != null) {
      kept = new SoftReference<>(chunk.next);
      chunk.next = null;
    }
    return chunk;
  }

  /** Takes a chunk back; as long as its owner lives, if it has one, no other thread may use it. */
  public synchronized void release(Chunk chunk, Thread owner) {
    chunk.next = null;
    if (chunk.words.length != FULL) {
      return;
    }
    if (owner == null || owner.getState() == Thread.State.TERMINATED) {
      chunk.next = kept.get();
      kept = new SoftReference<>(chunk);
    } else {
      owned[oldest] = new OwnedChunk(owner, chunk);
      oldest = (oldest + 1) % OWNERS;
    }
  }
}
