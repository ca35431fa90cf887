package io.racedet.runtime.log;

/**
 * Operations as ints. The first block equals the ordinals of {@code io.racedet.event.Op}, on which
 * this package cannot depend; a test compares the two.
 */
public final class OpCodes {
  /** Plain read. */
  public static final int READ = 0;

  /** Plain write. */
  public static final int WRITE = 1;

  /** Acquire of an exclusive lock. */
  public static final int ACQUIRE = 2;

  /** Release of an exclusive lock. */
  public static final int RELEASE = 3;

  /** Acquire of a lock's read mode. */
  public static final int ACQUIRE_SHARED = 4;

  /** Release of a lock's read mode. */
  public static final int RELEASE_SHARED = 5;

  /** Start of another thread; the operand is its slot. */
  public static final int FORK = 6;

  /** End of another thread seen; the operand is its slot. */
  public static final int JOIN = 7;

  /** Access that is atomic by itself: the read half. */
  public static final int ATOMIC_READ = 10;

  /** Access that is atomic by itself: the write half. */
  public static final int ATOMIC_WRITE = 11;

  /** Volatile or acquire read. */
  public static final int SYNC_READ = 12;

  /** Volatile or release write. */
  public static final int SYNC_WRITE = 13;

  /** Hand-off into a channel. */
  public static final int SEND = 14;

  /** Receipt from a channel. */
  public static final int RECEIVE = 15;

  /** Notify or signal. */
  public static final int NOTIFY = 16;

  /** Return of a wait. */
  public static final int WAKE = 17;

  /**
   * The thread has not acquired the lock that it has made a {@link #BID} for, and sees what a
   * {@link #QUERY} sees. The ops from here on exist between the recorder and the merge only.
   */
  public static final int FAIL = 20;

  /**
   * As {@link #RELEASE_ALL}, by a call that waits on the lock if the thread holds it: a thread that
   * is not known to hold it did not.
   */
  public static final int RELEASE_ANY = 21;

  /**
   * The thread is about to acquire the lock, which a {@link #QUERY} of the lock may see. The
   * operand consists of {@link EffectCode#BID_TRIES} and {@link EffectCode#BID_SHARED}.
   */
  public static final int BID = 22;

  /** Sees the {@link #BID}s and releases of the lock so far. */
  public static final int QUERY = 23;

  /**
   * Release of all holds of a lock, by a wait: the merge replaces it by as many RELEASEs as the
   * thread holds.
   */
  public static final int RELEASE_ALL = 24;

  /** Undoes the {@link #RELEASE_ALL} of the same thread and lock. */
  public static final int ACQUIRE_ALL = 25;

  /** Start of reads that a {@link #DISCARD} of the same thread and object discards. */
  public static final int PEEK = 26;

  /** Discards the reads since the {@link #PEEK}, whose values the program does not use. */
  public static final int DISCARD = 27;

  /** The object is, as a channel, an alias of another one, whose id is the operand. */
  public static final int ALIAS = 28;

  /**
   * Code starts to run whose data accesses are not recorded: under the lock of the record, or if it
   * has none, under all locks that the thread holds.
   */
  public static final int UNSEEN = 29;

  /**
   * A call of unknown code, or what such a call connects. The aspect says which; the operand is the
   * id of another object.
   */
  public static final int UNKNOWN = 30;

  /** The site of the record determines the op. */
  public static final int BY_SITE = 31;

  private static final int REPEATABLE =
      1 << SYNC_READ | 1 << SYNC_WRITE | 1 << SEND | 1 << RECEIVE | 1 << QUERY | 1 << BY_SITE;

  private static final int OF_LOCKS =
      1 << ACQUIRE
          | 1 << RELEASE
          | 1 << ACQUIRE_SHARED
          | 1 << RELEASE_SHARED
          | 1 << RELEASE_ALL
          | 1 << RELEASE_ANY
          | 1 << ACQUIRE_ALL
          | 1 << NOTIFY;

  private OpCodes() {}

  /**
   * Whether an operation matters to what comes after it even if no other thread could act until
   * then. All others order what their thread has done before, or end by a later one.
   */
  public static boolean lasts(int op, int aspect) {
    return op == ALIAS
        || aspect == Aspects.CONNECTED
        || aspect == Aspects.REASONS
        || Aspects.isOfDeadlocks(aspect);
  }

  /** Whether an operation gives up a lock to get it back at the end of a wait. */
  public static boolean beginsWait(int op) {
    return op == RELEASE_ALL || op == RELEASE_ANY;
  }

  /** Whether an operation acquires or releases a lock, or notifies. */
  public static boolean concernsLocks(int op) {
    return (OF_LOCKS >>> op & 1) != 0;
  }

  /** Whether an operation may be done twice in a row with the same effect as once. */
  public static boolean isRepeatable(int op) {
    return (REPEATABLE >>> op & 1) != 0;
  }
}
