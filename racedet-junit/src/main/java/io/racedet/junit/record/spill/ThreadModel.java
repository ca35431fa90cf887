package io.racedet.junit.record.spill;

import it.unimi.dsi.fastutil.HashCommon;

/**
 * What the next record of a thread is expected to be: the one that has followed the present one
 * last, with an index that has changed as it has changed last. Writer and reader have the same.
 */
final class ThreadModel {
  private static final int ENTRIES = 512;

  private final long[] nextHeads = new long[ENTRIES];
  private final long[] firsts = new long[ENTRIES];
  private final long[] seconds = new long[ENTRIES];
  private long head;

  private static int entry(long head) {
    return (int) HashCommon.mix(head) & ENTRIES - 1;
  }

  /** The first word of the next record, as expected. */
  long expectedHead() {
    return nextHeads[entry(head)];
  }

  /** The first word of the next record, as it is. */
  void moveTo(long next) {
    nextHeads[entry(head)] = next;
    head = next;
  }

  /** Of a sync record with this head: its second word. Of an access: its index. */
  long first() {
    return firsts[entry(head)];
  }

  /** Of a sync record: its operand. Of an access: by how much the index has changed. */
  long second() {
    return seconds[entry(head)];
  }

  void set(long first, long second) {
    firsts[entry(head)] = first;
    seconds[entry(head)] = second;
  }
}
