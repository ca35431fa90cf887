package io.racedet.runtime;

/** Keeps chunks of full size from one recording to the next. Thread-safe. */
final class ChunkPool {
  /** Words of the first chunk of a thread; each next one doubles, up to {@link #FULL}. */
  static final int FIRST = 64;

  /** Words of a chunk that is worth keeping. */
  static final int FULL = 8192;

  private static final int KEPT_AT_MOST = 512;

  private Chunk top;
  private int kept;

  synchronized Chunk take(int size) {
    Chunk chunk = top;
    if (size != FULL || chunk == null) {
      return new Chunk(size);
    }
    top = chunk.next;
    kept--;
    chunk.next = null;
    chunk.used = 0;
    return chunk;
  }

  synchronized void give(Chunk chunk) {
    if (chunk.words.length == FULL && kept < KEPT_AT_MOST) {
      chunk.next = top;
      top = chunk;
      kept++;
    }
  }
}
