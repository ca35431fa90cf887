package io.racedet.runtime;

import java.lang.ref.SoftReference;

/**
 * Keeps chunks of full size from one recording to the next, as long as there is memory.
 * Thread-safe.
 */
final class ChunkPool {
  /** Words of the first chunk of a thread, which is enough for one that does little. */
  static final int FIRST = 64;

  /** How many times as long the next chunk is, up to {@link #FULL}. */
  static final int GROWTH = 16;

  /** Words of a chunk that is worth keeping. */
  static final int FULL = 8192;

  /* A list, of which only the first is referred to. */
  private SoftReference<Chunk> kept = new SoftReference<>(null);

  synchronized Chunk take(int size) {
    Chunk chunk = size == FULL ? kept.get() : null;
    if (chunk == null) {
      return new Chunk(size);
    }
    kept = new SoftReference<>(chunk.next);
    chunk.next = null;
    chunk.used = 0;
    return chunk;
  }

  synchronized void give(Chunk chunk) {
    if (chunk.words.length == FULL) {
      chunk.next = kept.get();
      kept = new SoftReference<>(chunk);
    }
  }
}
