package io.racedet.runtime;

/** A piece of a thread's buffer. Linked in the order of filling. */
final class Chunk {
  final long[] words;

  /** How many words are filled; set when the thread goes on to the next chunk. */
  int used;

  Chunk next;

  Chunk(int size) {
    words = new long[size];
  }
}
