package io.racedet.event;

/**
 * Up to {@value #CAPACITY} consecutive events in primitive arrays, the unit in which trace files
 * are read and engines consume a trace. A word is
 *
 * <pre>| op:8 | thread:24 | operand:32 |</pre>
 *
 * <p>A block read from a file has words and locations only. On the way to the engines events get
 * their indices and contexts, and re-entrant acquires and releases are removed.
 *
 * <p>Not thread-safe. The arrays are the block's own: consumers read them, up to {@link #size()}.
 */
public final class EventBlock {
  /** The largest number of events in a block. */
  public static final int CAPACITY = 4096;

  /** The largest thread id that a word can hold. */
  public static final int MAX_THREAD = (1 << 23) - 1;

  /** The largest index that engines can represent. */
  public static final long MAX_INDEX = (1L << 40) - 1;

  private static final int OP_SHIFT = 56;
  private static final int THREAD_SHIFT = 32;
  private static final int THREAD_MASK = (1 << 24) - 1;
  private static final int WRITE = Op.WRITE.ordinal();
  private static final int WRITES = 1 << Op.WRITE.ordinal() | 1 << Op.ATOMIC_WRITE.ordinal();
  private static final int PLAIN_ACCESSES = 1 << Op.READ.ordinal() | 1 << Op.WRITE.ordinal();
  private static final int ACCESSES =
      PLAIN_ACCESSES | 1 << Op.ATOMIC_READ.ordinal() | 1 << Op.ATOMIC_WRITE.ordinal();

  private final long[] words = new long[CAPACITY];
  private final long[] indices = new long[CAPACITY];
  private final int[] contexts = new int[CAPACITY];
  private final int[] locations = new int[CAPACITY];
  private int size;

  /** Creates an empty block. */
  public EventBlock() {}

  /**
   * Appends an event.
   *
   * @param op the operation
   * @param thread the thread, at most {@link #MAX_THREAD}
   * @param operand the operand, not negative
   * @param index the event's index in the trace, from 1
   * @param context the thread with the locks that it held at the event; for an acquire those after
   *     it, for a release those before it
   * @param location the location in the source, or {@link EventSink#NO_LOCATION}
   */
  public void add(Op op, int thread, int operand, long index, int context, int location) {
    int i = size++;
    words[i] = word(op, thread, operand);
    indices[i] = index;
    contexts[i] = context;
    locations[i] = location;
  }

  /**
   * Appends an event as a file has it, without index and context.
   *
   * @param word what {@link #word} returned
   * @param location the location in the source, or {@link EventSink#NO_LOCATION}
   */
  public void append(long word, int location) {
    int i = size++;
    words[i] = word;
    locations[i] = location;
  }

  /**
   * Packs an event.
   *
   * @param op the operation
   * @param thread the thread, at most {@link #MAX_THREAD}
   * @param operand the operand, not negative
   * @return a word of this block's form
   */
  public static long word(Op op, int thread, int operand) {
    return (long) op.ordinal() << OP_SHIFT | (long) thread << THREAD_SHIFT | operand;
  }

  /**
   * Extends the block by events that were written directly to {@link #words()} and {@link
   * #locations()}.
   *
   * @param newSize the new number of events, at least {@link #size()}, at most {@value #CAPACITY}
   */
  public void extend(int newSize) {
    size = newSize;
  }

  /**
   * Returns a packed event with another operand.
   *
   * @param word a packed event
   * @param operand the new operand, not negative
   * @return the word
   */
  public static long withOperand(long word, int operand) {
    return word & -1L << Integer.SIZE | operand;
  }

  /**
   * Removes the events from a position on.
   *
   * @param newSize the number of events to keep, at most {@link #size()}
   */
  public void truncate(int newSize) {
    size = newSize;
  }

  /**
   * Returns the number of events.
   *
   * @return from 0 to {@value #CAPACITY}
   */
  public int size() {
    return size;
  }

  /**
   * Returns whether the block is full.
   *
   * @return whether no further event fits
   */
  public boolean isFull() {
    return size == CAPACITY;
  }

  /** Removes all events. */
  public void clear() {
    size = 0;
  }

  /**
   * Returns the packed events.
   *
   * @return the array itself
   */
  public long[] words() {
    return words;
  }

  /**
   * Returns the index of each event.
   *
   * @return the array itself
   */
  public long[] indices() {
    return indices;
  }

  /**
   * Returns the thread with its locks at each event.
   *
   * @return the array itself
   */
  public int[] contexts() {
    return contexts;
  }

  /**
   * Returns the location of each event.
   *
   * @return the array itself
   */
  public int[] locations() {
    return locations;
  }

  /**
   * Returns the operation of a word.
   *
   * @param word a packed event
   * @return its {@link Op}
   */
  public static Op op(long word) {
    return Op.of((int) (word >>> OP_SHIFT));
  }

  /**
   * Returns whether a word is an access of a variable.
   *
   * @param word a packed event
   * @return whether its operation reads or writes, plainly or atomically
   */
  public static boolean isAccess(long word) {
    return (ACCESSES >>> (word >>> OP_SHIFT) & 1) != 0;
  }

  /**
   * Returns whether a word is a plain access.
   *
   * @param word a packed event
   * @return whether its operation is {@link Op#READ} or {@link Op#WRITE}
   */
  public static boolean isPlain(long word) {
    return (PLAIN_ACCESSES >>> (word >>> OP_SHIFT) & 1) != 0;
  }

  /**
   * Returns whether a word is a plain write.
   *
   * @param word a packed event
   * @return whether its operation is {@link Op#WRITE}
   */
  public static boolean isWrite(long word) {
    return word >>> OP_SHIFT == WRITE;
  }

  /**
   * Returns whether an access is a write, plain or atomic.
   *
   * @param word a packed access
   * @return whether its operation is {@link Op#WRITE} or {@link Op#ATOMIC_WRITE}
   */
  public static boolean isAnyWrite(long word) {
    return (WRITES >>> (word >>> OP_SHIFT) & 1) != 0;
  }

  /**
   * Returns the thread of a word.
   *
   * @param word a packed event
   * @return its thread
   */
  public static int thread(long word) {
    return (int) (word >>> THREAD_SHIFT) & THREAD_MASK;
  }

  /**
   * Returns the operand of a word.
   *
   * @param word a packed event
   * @return its operand
   */
  public static int operand(long word) {
    return (int) word;
  }
}
