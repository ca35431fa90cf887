package io.racedet.event;

/**
 * Up to {@value #CAPACITY} consecutive events in primitive arrays, the unit in which trace files
 * are read and engines consume a trace. A word is
 *
 * <pre>| 0:1 | range:1 | op:6 | thread:24 | operand:32 |</pre>
 *
 * <p>An entry is an event, or a range: several consecutive accesses by one thread to variables at
 * equal distances, see {@link EventSink#range}. The word and the index of a range are those of its
 * first access. Only consumers that accept ranges receive blocks with ranges; for others {@link
 * RangeExpander} makes an event of each access.
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
  private static final long RANGE = 1L << 62;
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
  private long[] walks; // by entry: the Walk of a range; null before the first one
  private int size;
  private int ranges;
  private int hidden; // events that have no entry of their own

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
   * Appends an event as it is in a file, without index and context.
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
   * Appends a range.
   *
   * @param op {@link Op#READ} or {@link Op#WRITE}
   * @param thread the thread, at most {@link #MAX_THREAD}
   * @param first the variable of the first access
   * @param walk its {@link Walk}, of no more accesses than there is {@link #room}
   * @param index the index of the first access
   * @param context the thread with the locks that it held
   * @param location the location in the source, or {@link EventSink#NO_LOCATION}
   */
  public void addRange(
      Op op, int thread, int first, long walk, long index, int context, int location) {
    setWalk(size, walk);
    add(op, thread, first, index, context, location);
    words[size - 1] |= RANGE;
  }

  /**
   * Appends a range as it is in a file, without index and context.
   *
   * @param word the word of its first access
   * @param walk its {@link Walk}, of no more accesses than there is {@link #room}
   * @param location the location in the source, or {@link EventSink#NO_LOCATION}
   */
  public void appendRange(long word, long walk, int location) {
    setWalk(size, walk);
    append(word | RANGE, location);
  }

  private void setWalk(int entry, long walk) {
    if (walks == null) {
      walks = new long[CAPACITY];
    }
    walks[entry] = walk;
    ranges++;
    hidden += Walk.count(walk) - 1;
  }

  /**
   * {@return how a range continues from its first variable, as a word of {@link Walk}}
   *
   * @param entry the position of a range
   */
  public long walkOf(int entry) {
    return walks[entry];
  }

  /** {@return how many entries are ranges; at most {@link #size()}} */
  public int ranges() {
    return ranges;
  }

  /**
   * {@return how many events the entries stand for; at least {@link #size()}, at most {@value
   * #CAPACITY}}
   */
  public int events() {
    return size + hidden;
  }

  /** {@return the index of the last event; the block must not be empty} */
  public long lastIndex() {
    return indices[size - 1] + eventsOf(size - 1) - 1;
  }

  /** {@return how many further events fit into the block; none if it {@link #isFull}} */
  public int room() {
    return CAPACITY - size - hidden;
  }

  /**
   * Moves an entry to an earlier position, in place of the one there.
   *
   * @param from its position
   * @param to the new position, at most the old one
   */
  public void move(int from, int to) {
    words[to] = words[from];
    indices[to] = indices[from];
    contexts[to] = contexts[from];
    locations[to] = locations[from];
    if (ranges > 0) {
      walks[to] = walks[from];
    }
  }

  /**
   * {@return an event as a word of this block's form}
   *
   * @param op the operation
   * @param thread the thread, at most {@link #MAX_THREAD}
   * @param operand the operand, not negative
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
   * {@return a packed event with another operand}
   *
   * @param word a packed event
   * @param operand the new operand, not negative
   */
  public static long withOperand(long word, int operand) {
    return word & -1L << Integer.SIZE | operand;
  }

  /**
   * Removes the entries from a position on.
   *
   * @param newSize the number of entries to keep, at most {@link #size()}
   */
  public void truncate(int newSize) {
    size = newSize;
    if (ranges > 0) {
      countRanges();
    }
  }

  /**
   * {@return how many events an entry stands for: the count of a range, otherwise 1}
   *
   * @param entry its position
   */
  public int eventsOf(int entry) {
    return isRange(words[entry]) ? Walk.count(walks[entry]) : 1;
  }

  private void countRanges() {
    ranges = 0;
    hidden = 0;
    for (int i = 0; i < size; i++) {
      ranges += isRange(words[i]) ? 1 : 0;
      hidden += eventsOf(i) - 1;
    }
  }

  /**
   * {@return the number of entries, which are events unless there are {@link #ranges()}; from 0 to
   * {@value #CAPACITY}}
   */
  public int size() {
    return size;
  }

  /** {@return whether no further event fits into the block} */
  public boolean isFull() {
    return size + hidden == CAPACITY;
  }

  /** Removes all events. */
  public void clear() {
    size = 0;
    ranges = 0;
    hidden = 0;
  }

  /** {@return the packed events: the array itself} */
  public long[] words() {
    return words;
  }

  /** {@return the index of each event: the array itself} */
  public long[] indices() {
    return indices;
  }

  /** {@return the thread with its locks at each event: the array itself} */
  public int[] contexts() {
    return contexts;
  }

  /** {@return the location of each event: the array itself} */
  public int[] locations() {
    return locations;
  }

  /**
   * {@return whether a word is a range; false for a single event}
   *
   * @param word the word of an entry
   */
  public static boolean isRange(long word) {
    return (word & RANGE) != 0;
  }

  /**
   * {@return the word of the first access of a range, as that of a single event}
   *
   * @param word the word of a range
   */
  public static long firstOf(long word) {
    return word & ~RANGE;
  }

  /**
   * {@return the operation of a word}
   *
   * @param word a packed event
   */
  public static Op op(long word) {
    return Op.of((int) (word >>> OP_SHIFT));
  }

  /**
   * {@return whether a word is an access to a variable: its operation reads or writes, plainly or
   * atomically}
   *
   * @param word a packed event
   */
  public static boolean isAccess(long word) {
    return (ACCESSES >>> (word >>> OP_SHIFT) & 1) != 0;
  }

  /**
   * {@return whether a word is a plain access: its operation is {@link Op#READ} or {@link
   * Op#WRITE}}
   *
   * @param word a packed event
   */
  public static boolean isPlain(long word) {
    return (PLAIN_ACCESSES >>> (word >>> OP_SHIFT) & 1) != 0;
  }

  /**
   * {@return whether a word is a plain write: its operation is {@link Op#WRITE}}
   *
   * @param word a packed event
   */
  public static boolean isWrite(long word) {
    return word >>> OP_SHIFT == WRITE;
  }

  /**
   * {@return whether an access is a write, plain or atomic: its operation is {@link Op#WRITE} or
   * {@link Op#ATOMIC_WRITE}}
   *
   * @param word a packed access
   */
  public static boolean isAnyWrite(long word) {
    return (WRITES >>> (word >>> OP_SHIFT) & 1) != 0;
  }

  /**
   * {@return the thread of a word}
   *
   * @param word a packed event
   */
  public static int thread(long word) {
    return (int) (word >>> THREAD_SHIFT) & THREAD_MASK;
  }

  /**
   * {@return the operand of a word}
   *
   * @param word a packed event
   */
  public static int operand(long word) {
    return (int) word;
  }
}
