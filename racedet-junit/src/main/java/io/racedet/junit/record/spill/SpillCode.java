package io.racedet.junit.record.spill;

import io.racedet.runtime.log.Layout;

/**
 * How records are written. A record is a byte, and what the byte says is not as expected:
 *
 * <pre>
 * | 0:4 | rest:2 | head:2 |
 * </pre>
 *
 * Numbers that only order records, versions and those of sync records, are left out: the records
 * are in their order.
 */
final class SpillCode {
  /** The head, or the rest, is as expected. */
  static final int EXPECTED = 0;

  /** The head is as expected but for the object; the difference follows. */
  static final int OTHER_OBJECT = 1;

  /** The head follows. */
  static final int OTHER_HEAD = 2;

  /** No record: the number of another thread follows, to which the next records belong. */
  static final int OTHER_THREAD = 3;

  /**
   * The index, or the operand, is not as expected; the difference follows. Of a walk: its first
   * element, its length and its stride.
   */
  static final int OTHER_OPERAND = 1;

  /** The second word, and the operand, of a sync record follow. */
  static final int OTHER_SYNC = 2;

  static final int MASK = 3;
  static final int REST_SHIFT = 2;

  /** Where the kind and the site begin in a head. */
  private static final int OBJECT_BITS = 35;

  private SpillCode() {}

  static boolean isSameInstruction(long one, long other) {
    return one >>> OBJECT_BITS == other >>> OBJECT_BITS && Layout.kind(one) != Layout.ENTER;
  }

  /** A number near 0 as one that is small. */
  static long fold(long signed) {
    return signed << 1 ^ signed >> Long.SIZE - 1;
  }

  static long unfold(long folded) {
    return folded >>> 1 ^ -(folded & 1);
  }
}
