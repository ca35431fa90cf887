package io.racedet.compressed.summary;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.race.RaceKind;

/** The four kinds of accesses, as numbers: {@code | atomic:1 | write:1 |}. */
public final class AccessKind {
  /** The number of kinds. */
  public static final int COUNT = 4;

  public static final int READ = 0;
  public static final int WRITE = 1;
  public static final int ATOMIC_READ = 2;
  public static final int ATOMIC_WRITE = 3;

  /** The number of bits of a kind. */
  public static final int BITS = 2;

  /** The bits of a kind. */
  public static final int MASK = COUNT - 1;

  private static final int ATOMIC = 2;

  /* Bit (COUNT * a + b): whether everything that conflicts with b also conflicts with a. */
  private static final int COVERS =
      covers(READ, READ)
          | covers(READ, ATOMIC_READ)
          | covers(WRITE, READ)
          | covers(WRITE, WRITE)
          | covers(WRITE, ATOMIC_READ)
          | covers(WRITE, ATOMIC_WRITE)
          | covers(ATOMIC_READ, ATOMIC_READ)
          | covers(ATOMIC_WRITE, ATOMIC_READ)
          | covers(ATOMIC_WRITE, ATOMIC_WRITE);

  private static final int READS = 1 << READ | 1 << ATOMIC_READ;
  private static final int WRITES = 1 << WRITE | 1 << ATOMIC_WRITE;

  private AccessKind() {}

  private static int covers(int a, int b) {
    return 1 << COUNT * a + b;
  }

  /** The kind of an event that is an access. */
  public static int of(long word) {
    if (EventBlock.isPlain(word)) {
      return EventBlock.isWrite(word) ? WRITE : READ;
    }
    return EventBlock.op(word) == Op.ATOMIC_WRITE ? ATOMIC_WRITE : ATOMIC_READ;
  }

  public static boolean isWrite(int kind) {
    return (kind & WRITE) != 0;
  }

  public static boolean isAtomic(int kind) {
    return (kind & ATOMIC) != 0;
  }

  /** Whether a set of kinds, given as bits, contains a read. */
  public static boolean haveReads(int kinds) {
    return (kinds & READS) != 0;
  }

  /** Whether a set of kinds, given as bits, contains a write. */
  public static boolean haveWrites(int kinds) {
    return (kinds & WRITES) != 0;
  }

  /**
   * Whether two accesses by different threads conflict: at least one writes, and at least one is
   * plain.
   */
  public static boolean conflict(int a, int b) {
    return ((a | b) & WRITE) != 0 & (a & b & ATOMIC) == 0;
  }

  /** Whether everything that conflicts with the first kind also conflicts with the second. */
  public static boolean isCovered(int other, int kind) {
    return (COVERS >>> COUNT * kind + other & 1) != 0;
  }

  /** The kind of the race of two conflicting accesses, the earlier one first. */
  public static RaceKind race(int first, int second) {
    return RaceKind.of(isWrite(first), isWrite(second));
  }
}
