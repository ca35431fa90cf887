package io.racedet.compressed.summary;

/**
 * A carrier of order between stretches of a trace, as one number: a thread, or a channel between
 * threads. A lock is two channels, one for each mode of its releases.
 */
public final class Symbol {
  private static final int KINDS = 6;
  private static final int THREAD = 0;
  private static final int EXCLUSIVE = 1;
  private static final int SHARED = 2;
  private static final int SYNC = 3;
  private static final int CHANNEL = 4;
  private static final int NOTIFIED = 5;

  private Symbol() {}

  public static int thread(int thread) {
    return KINDS * thread + THREAD;
  }

  /** The channel that exclusive releases of a lock send to. */
  static int exclusive(int lock) {
    return KINDS * lock + EXCLUSIVE;
  }

  /** The channel that shared releases of a lock send to. */
  static int shared(int lock) {
    return KINDS * lock + SHARED;
  }

  static int sync(int variable) {
    return KINDS * variable + SYNC;
  }

  static int channel(int channel) {
    return KINDS * channel + CHANNEL;
  }

  /** The channel that notifies on an operand send to. */
  static int notified(int operand) {
    return KINDS * operand + NOTIFIED;
  }

  public static boolean isThread(int symbol) {
    return symbol % KINDS == THREAD;
  }

  static boolean isExclusive(int symbol) {
    return symbol % KINDS == EXCLUSIVE;
  }

  /** The id of the thread, lock, sync variable or channel. */
  public static int id(int symbol) {
    return symbol / KINDS;
  }
}
