package io.racedet.runtime.log;

/** A piece of a thread's buffer. Linked in the order of filling. */
public final class Chunk {
  public final long[] words;

  /** How many words are filled; set when the thread goes on to the next chunk. */
  public int used;

  public Chunk next;

  public Chunk(int size) {
    words = new long[size];
  }
}
