package io.racedet.event;

/**
 * The operations of a trace, shared by producers and consumers of events.
 *
 * <p>The operand of an event is a dense id in the space {@link #operand()}.
 */
public enum Op {
  /** Plain read of a data variable. */
  READ("r", Operand.VARIABLE),
  /** Plain write of a data variable. */
  WRITE("w", Operand.VARIABLE),
  /** Acquire of an exclusive lock; inner acquires of a re-entrant lock are events too. */
  ACQUIRE("acq", Operand.LOCK),
  /** Release of an exclusive lock. */
  RELEASE("rel", Operand.LOCK),
  /** Acquire of the read mode of a read-write lock. */
  ACQUIRE_SHARED("acqr", Operand.LOCK),
  /** Release of the read mode of a read-write lock. */
  RELEASE_SHARED("relr", Operand.LOCK),
  /** Start of another thread: happens before its first event. */
  FORK("fork", Operand.THREAD),
  /** Wait for the end of another thread: its last event happens before this one. */
  JOIN("join", Operand.THREAD),
  /** Optional marker of a thread's first event. */
  BEGIN("begin", Operand.NONE),
  /** Optional marker of a thread's last event. */
  END("end", Operand.NONE),
  /** Atomic read: conflicts with plain writes only, orders nothing. */
  ATOMIC_READ("ar", Operand.VARIABLE),
  /** Atomic write: conflicts with plain accesses only, orders nothing. */
  ATOMIC_WRITE("aw", Operand.VARIABLE),
  /** Ordering half of a volatile or acquire read. */
  SYNC_READ("sr", Operand.SYNC),
  /** Ordering half of a volatile or release write. */
  SYNC_WRITE("sw", Operand.SYNC),
  /** Send to a channel: ordered before every later receive from it. */
  SEND("snd", Operand.CHANNEL),
  /** Receive from a channel: ordered after every earlier send to it. */
  RECEIVE("rcv", Operand.CHANNEL),
  /** {@code Object.notify} or {@code Condition.signal}. */
  NOTIFY("notify", Operand.LOCK),
  /** Return from a wait that a notify ended. */
  WAKE("wake", Operand.LOCK),
  /**
   * A new object: variables of an older object with the same identifier are different variables.
   */
  ALLOC("alloc", Operand.OBJECT),
  /**
   * The thread repeats its last access to the variable before its next event other than an access;
   * it only reads if that access was a read. Stands for accesses that are missing from the trace
   * because they race only if the last access does. No engine needs it; a witness must not put
   * another thread's conflicting access among them.
   */
  AGAIN("again", Operand.VARIABLE);

  /** The id spaces of operands. Ids of different spaces are unrelated. */
  public enum Operand {
    /** No operand. */
    NONE,
    /** Data variables. */
    VARIABLE,
    /** Locks, monitors and conditions. */
    LOCK,
    /** Threads. */
    THREAD,
    /** Synchronisation variables (volatiles, atomics). */
    SYNC,
    /** Channels (latches, futures, queue elements, class initialisation). */
    CHANNEL,
    /** Objects, for {@link Op#ALLOC} only. */
    OBJECT
  }

  private static final Op[] VALUES = values();

  /** The number of operations. */
  public static final int COUNT = VALUES.length;

  private final String mnemonic;
  private final Operand operand;

  Op(String mnemonic, Operand operand) {
    this.mnemonic = mnemonic;
    this.operand = operand;
  }

  /**
   * {@return the mnemonic of this operation in the {@code std} text format, for example {@code
   * acq}}
   */
  public String mnemonic() {
    return mnemonic;
  }

  /** {@return the id space of this operation's operand} */
  public Operand operand() {
    return operand;
  }

  /**
   * {@return the operation with the given ordinal, without the array copy of {@link #values()}}
   *
   * @param ordinal an {@link #ordinal()}
   */
  public static Op of(int ordinal) {
    return VALUES[ordinal];
  }
}
