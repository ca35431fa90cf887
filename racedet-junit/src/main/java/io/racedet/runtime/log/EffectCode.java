package io.racedet.runtime.log;

/**
 * What an effect records, as an int that woven code pushes:
 *
 * <pre>| flags:4 | aspect:11 | op:5 |</pre>
 *
 * <p>Five bits hold no more than the ops of {@link OpCodes}. So the six ops that only a code has
 * take the numbers of those that no effect records: of BEGIN, END, ALLOC and AGAIN in {@code Op},
 * of {@link OpCodes#UNKNOWN} and of {@link OpCodes#BY_SITE}.
 */
public final class EffectCode {
  /** Op of a code: an atomic read and write. */
  public static final int UPDATE = 30;

  /** Op of a code: an atomic read in opaque or plain mode. */
  public static final int GET_RELAXED = 8;

  /** Op of a code: an atomic write in opaque or plain mode. */
  public static final int SET_RELAXED = 9;

  /** Op of a code: an atomic read with acquire semantics, and a write without release semantics. */
  public static final int UPDATE_ACQUIRE = 18;

  /** Op of a code: an atomic read without acquire semantics, and a write with release semantics. */
  public static final int UPDATE_RELEASE = 19;

  /** Op of a code: an atomic read and write with neither. */
  public static final int UPDATE_RELAXED = 31;

  /** Flag of a code: recorded inside other modelled calls too. */
  public static final int ALWAYS = 1 << 16;

  /** Flag of a code: emitted inside the recorded call itself, after its beginning. */
  public static final int INSIDE = 1 << 17;

  /** Flag of a code: waits for the end of atomic calls on the same variable. */
  public static final int SERIAL = 1 << 18;

  /** Flag of a code: of a bid for a bin, that it is about the read mode. */
  public static final int SHARED = 1 << 19;

  /** Of the operand of a {@link OpCodes#BID}: the thread does not wait until the lock is free. */
  public static final int BID_TRIES = 1;

  /** Of the operand of a {@link OpCodes#BID}: it is about the read mode. */
  public static final int BID_SHARED = 2;

  /** How many bits of the operand of a {@link OpCodes#BID} for a bin are below the hash. */
  public static final int BID_BITS = 2;

  private static final int ASPECT_SHIFT = 5;
  private static final int OP_MASK = (1 << ASPECT_SHIFT) - 1;
  private static final int ASPECT_MASK = (1 << 11) - 1;

  private EffectCode() {}

  /**
   * Packs what to record: one of {@link OpCodes} or of the ops above, and one of {@link Aspects} or
   * one that the model defines.
   */
  public static int of(int op, int aspect, int flags) {
    return flags | aspect << ASPECT_SHIFT | op;
  }

  public static int op(int code) {
    return code & OP_MASK;
  }

  public static int aspect(int code) {
    return code >> ASPECT_SHIFT & ASPECT_MASK;
  }

  /** What remains of an atomic op that does not write: its read. The op itself for other ops. */
  public static int readOf(int op) {
    return switch (op) {
      case UPDATE, UPDATE_ACQUIRE -> OpCodes.SYNC_READ;
      case UPDATE_RELEASE, UPDATE_RELAXED -> GET_RELAXED;
      default -> op;
    };
  }

  /** What remains of an atomic op without its read: its write. The op itself for other ops. */
  public static int writeOf(int op) {
    return switch (op) {
      case UPDATE, UPDATE_RELEASE -> OpCodes.SYNC_WRITE;
      case UPDATE_ACQUIRE, UPDATE_RELAXED -> SET_RELAXED;
      default -> op;
    };
  }

  /** The same aspect and flags with another op. */
  public static int withOp(int code, int op) {
    return code & ~OP_MASK | op;
  }
}
