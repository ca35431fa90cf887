package io.racedet.runtime;

import io.racedet.runtime.log.Chunk;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.spans.SiteAccess;
import io.racedet.runtime.spans.SiteAccesses;

/** What one thread has recorded: words in the layout of {@link Layout}, in chunks. Immutable. */
public final class RawThread {
  private final String name;
  private final long id;
  private final boolean forked;
  private final long[][] chunks;
  private final int[] used;

  /**
   * Creates the log of a thread; public for tests.
   *
   * @param name the thread's own name, not always unique
   * @param forked whether a thread of the same recording has started it
   * @param chunks words; not copied
   * @param used how many words of each chunk are used
   */
  public RawThread(String name, long id, boolean forked, long[][] chunks, int[] used) {
    this.name = name;
    this.id = id;
    this.forked = forked;
    this.chunks = chunks;
    this.used = used;
  }

  static RawThread of(ThreadBuffer buffer, boolean withoutChunks) {
    int count = withoutChunks ? 0 : (int) (buffer.committed >>> Integer.SIZE);
    long[][] chunks = new long[count][];
    int[] used = new int[count];
    Chunk chunk = buffer.first;
    for (int i = 0; i < count; i++, chunk = chunk.next) {
      chunks[i] = chunk.words;
      used[i] = i < count - 1 ? chunk.used : (int) buffer.committed;
    }
    if (count > 0 && buffer.range.isOpen()) {
      chunks[count - 1][used[count - 1] - 1] = buffer.range.elements();
    }
    SiteAccesses walks = buffer.sites;
    for (int i = 0; i < walks.listed(); i++) {
      SiteAccess walk = walks.listed(i);
      if (walk.isOpen()) {
        chunks[count - 1][walk.position() + 1] = walk.elements();
      }
    }
    Thread thread = buffer.thread;
    return new RawThread(nameOf(thread), thread.getId(), buffer.parent != null, chunks, used);
  }

  static String nameOf(Thread thread) {
    String name = thread.getName();
    return name.isEmpty()
        ? thread.getClass().getSimpleName().concat("#").concat(String.valueOf(thread.getId()))
        : name;
  }

  /**
   * The thread's own name.
   *
   * @return the name; for a thread without one, as most virtual threads, its class and id
   */
  public String name() {
    return name;
  }

  /**
   * The thread's own id.
   *
   * @return {@link Thread#getId}: no other thread of the JVM has it, ever
   */
  public long id() {
    return id;
  }

  /**
   * Whether a thread of the same recording has started this one.
   *
   * @return false for threads that existed before, and for those of the JVM
   */
  public boolean forked() {
    return forked;
  }

  /**
   * How many chunks there are.
   *
   * @return 0 when the thread has recorded nothing
   */
  public int chunks() {
    return chunks.length;
  }

  /**
   * The words of a chunk.
   *
   * @param chunk its number, from 0
   * @return the words, not a copy
   */
  public long[] words(int chunk) {
    return chunks[chunk];
  }

  /**
   * How many words of a chunk are used.
   *
   * @param chunk its number, from 0
   */
  public int used(int chunk) {
    return used[chunk];
  }
}
