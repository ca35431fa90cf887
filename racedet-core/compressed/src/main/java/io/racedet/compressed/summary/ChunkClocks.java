package io.racedet.compressed.summary;

import io.racedet.clock.HappensBeforeRules;
import io.racedet.event.Op;
import io.racedet.ids.DenseIds;
import it.unimi.dsi.fastutil.booleans.BooleanArrays;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/**
 * Happens-before in a stretch inside a trace, which grows by events and by the stretches that
 * follow.
 *
 * <p>The row of a symbol has what is ordered before its present: from before the stretch, the set
 * of symbols whose past is; from inside it, the newest such event of each thread. So the time and
 * the space of s symbols are O(s^2): stretches of so many that this is more than their events are
 * abandoned, see {@link #steps}. Not thread-safe.
 */
public final class ChunkClocks implements HappensBeforeRules {
  private static final int NONE = DenseIds.NONE;
  private static final int INITIAL = 16;
  private static final int INITIAL_WIDTH = 4;
  private static final int JOIN = 1; // how many words take as long as the join of two clocks

  private long time; // of the last event
  private long steps;

  private final DenseIds symbols = new DenseIds(); // their numbers are rows
  private int[] column = new int[INITIAL]; // by row, NONE for channels
  private boolean[] moved = new boolean[INITIAL];
  private int[] setOf = new int[INITIAL]; // by row: the number of its set, NONE if not computed
  private int columns;
  private int[] threadRow = new int[INITIAL]; // by column
  private int words = 1;
  private long[] before = new long[INITIAL];
  private int width = INITIAL_WIDTH;
  private long[] known = new long[INITIAL * INITIAL_WIDTH];
  private int setCount;
  private long[] sets = new long[INITIAL];

  // Of the stretch that is being appended.
  private ChunkOrder next;
  private int[] nextRows = new int[INITIAL]; // by its row
  private int[] nextSets = new int[INITIAL]; // by its set, or NONE
  private boolean[] isJoined = new boolean[INITIAL]; // by its set
  private long[] joined = new long[INITIAL]; // by its set: what was known in this stretch
  private long[] newBefore = new long[INITIAL];
  private long[] newKnown = new long[INITIAL];

  public void clear() {
    symbols.clear();
    steps = 0;
    columns = 0;
    setCount = 0;
    words = 1;
    width = INITIAL_WIDTH;
    time = 0;
  }

  /** The work since the stretch was cleared: how many words of rows and sets were visited. */
  public long steps() {
    return steps;
  }

  /** The time of the last event. */
  public long time() {
    return time;
  }

  /** Sets the time of the current event. */
  public void at(long now) {
    time = now;
  }

  /** The row of a thread. */
  public int thread(int thread) {
    return row(Symbol.thread(thread));
  }

  /** The column of a row; NONE if the row is a channel. */
  public int column(int row) {
    return column[row];
  }

  /** Whether an event of a column's thread is ordered before a thread's present. */
  public boolean knows(int row, int ofColumn, long event) {
    return known[row * width + ofColumn] >= event | column[row] == ofColumn;
  }

  /** Updates the clocks by an event at the current time. */
  @Override
  public void order(Op op, int thread, int operand) {
    thread(thread);
    HappensBeforeRules.super.order(op, thread, operand);
  }

  @Override
  public void receive(int thread, Place from, int id) {
    join(thread(thread), row(Symbol.of(from, id)));
  }

  @Override
  public void send(int thread, Place to, int id) {
    join(row(Symbol.of(to, id)), thread(thread));
  }

  /** Orders everything that is before one row before another row, too. */
  private void join(int into, int from) {
    if (into == from) {
      return;
    }
    steps += words + columns;
    joinBefore(into, from);
    if (moved[from]) {
      int to = into * width;
      int source = from * width;
      for (int c = 0; c < columns; c++) {
        if (known[to + c] < known[source + c]) {
          known[to + c] = known[source + c];
        }
      }
    }
    if (column[from] != NONE) {
      known[into * width + column[from]] = time;
    }
    moved[into] = true;
  }

  private void joinBefore(int into, int from) {
    boolean isNew = false;
    for (int w = 0; w < words; w++) {
      long joint = before[into * words + w] | before[from * words + w];
      isNew |= joint != before[into * words + w];
      before[into * words + w] = joint;
    }
    if (isNew) {
      setOf[into] = NONE;
    }
  }

  /** The number of the set of rows whose past is ordered before a row now. */
  public int beforeSet(int row) {
    if (setOf[row] == NONE) {
      setOf[row] = addSet(before, row * words);
    }
    return setOf[row];
  }

  private int addSet(long[] from, int at) {
    sets = LongArrays.grow(sets, Math.multiplyExact(words, setCount + 1), setCount * words);
    steps += words;
    System.arraycopy(from, at, sets, setCount * words, words);
    return setCount++;
  }

  private int row(int symbol) {
    int row = symbols.find(symbol);
    return row == NONE ? addRow(symbol) : row;
  }

  private int addRow(int symbol) {
    int row = symbols.add(symbol);
    ensureRows();
    moved[row] = false;
    setOf[row] = NONE;
    column[row] = Symbol.isThread(symbol) ? addColumn(row) : NONE;
    Arrays.fill(before, row * words, (row + 1) * words, 0);
    before[row * words + (row >> 6)] |= 1L << row;
    Arrays.fill(known, row * width, (row + 1) * width, 0);
    steps += words + width;
    return row;
  }

  private int addColumn(int row) {
    if (columns == width) {
      known = widened(known, symbols.size(), width, 2 * width);
      width *= 2;
    }
    if (columns == threadRow.length) {
      threadRow = IntArrays.grow(threadRow, columns + 1);
    }
    threadRow[columns] = row;
    for (int r = 0; r < symbols.size(); r++) {
      known[r * width + columns] = 0;
    }
    steps += symbols.size();
    return columns++;
  }

  private void ensureRows() {
    int rows = symbols.size();
    if (rows > column.length) {
      column = IntArrays.grow(column, rows);
      moved = BooleanArrays.grow(moved, rows);
      setOf = IntArrays.grow(setOf, rows);
    }
    before = LongArrays.grow(before, Math.multiplyExact(rows, words));
    if (rows > words * Long.SIZE) {
      before = widened(before, rows, words, 2 * words);
      sets = widened(sets, setCount, words, 2 * words);
      words *= 2;
    }
    known = LongArrays.grow(known, Math.multiplyExact(rows, width));
  }

  private static long[] widened(long[] array, int rows, int width, int newWidth) {
    long[] wide = new long[Math.max(array.length, Math.multiplyExact(rows, newWidth))];
    for (int row = 0; row < rows; row++) {
      System.arraycopy(array, row * width, wide, row * newWidth, width);
    }
    return wide;
  }

  /** Selects the next stretch, which may be appended; the methods below are about it. */
  public void lookAt(ChunkOrder order) {
    next = order;
    int nextCount = order.symbols().length;
    if (nextCount > nextRows.length) {
      nextRows = new int[2 * nextCount];
    }
    steps += nextCount;
    for (int i = 0; i < nextCount; i++) {
      nextRows[i] = row(order.symbols()[i]);
    }
    int count = order.sets().length / order.words();
    if (count > nextSets.length) {
      nextSets = new int[2 * count];
      isJoined = new boolean[2 * count];
    }
    Arrays.fill(nextSets, 0, count, NONE);
    Arrays.fill(isJoined, 0, count, false);
    joined = LongArrays.grow(joined, Math.multiplyExact(count, width), 0);
    steps += count;
  }

  /** The column, in this stretch, of a thread of the next stretch. */
  public int nextColumn(int ofNext) {
    return column[nextRows[next.columns()[ofNext]]];
  }

  /**
   * Whether an event of this stretch is ordered before an access of the next stretch that has a
   * given set.
   */
  public boolean nextKnows(int set, int ofColumn, long event) {
    if (!isJoined[set]) {
      isJoined[set] = true;
      Arrays.fill(joined, set * width, set * width + columns, 0);
      joinRows(next.sets(), set * next.words(), joined, set * width, NONE);
    }
    return joined[set * width + ofColumn] >= event;
  }

  /** Joins the clocks of the rows in a set of the next stretch. */
  private void joinRows(long[] set, int at, long[] into, int to, int self) {
    steps += next.words();
    for (int w = 0; w < next.words(); w++) {
      for (long rest = set[at + w]; rest != 0; rest &= rest - 1) {
        int row = nextRows[w * Long.SIZE + Long.numberOfTrailingZeros(rest)];
        steps += columns;
        if (moved[row]) {
          int source = row * width;
          for (int c = 0; c < columns; c++) {
            if (into[to + c] < known[source + c]) {
              into[to + c] = known[source + c];
            }
          }
        }
        if (column[row] != NONE && row != self) {
          into[to + column[row]] = time;
        }
      }
    }
  }

  /** The number of the set that a set of the next stretch becomes in this one. */
  public int nextSet(int set) {
    if (nextSets[set] == NONE) {
      int at = set * next.words();
      int single = ChunkOrder.single(next.sets(), at, next.words());
      if (single != NONE) {
        nextSets[set] = beforeSet(nextRows[single]);
      } else {
        newBefore = LongArrays.grow(newBefore, words);
        Arrays.fill(newBefore, 0, words, 0);
        uniteRows(next.sets(), at, newBefore, 0);
        nextSets[set] = addSet(newBefore, 0);
      }
    }
    return nextSets[set];
  }

  private void uniteRows(long[] set, int at, long[] into, int to) {
    for (int w = 0; w < next.words(); w++) {
      for (long rest = set[at + w]; rest != 0; rest &= rest - 1) {
        int row = nextRows[w * Long.SIZE + Long.numberOfTrailingZeros(rest)];
        steps += words;
        for (int i = 0; i < words; i++) {
          into[to + i] |= before[row * words + i];
        }
      }
    }
  }

  /** Appends the next stretch. */
  public void append() {
    int[] movedRows = next.moved();
    newKnown = LongArrays.grow(newKnown, Math.multiplyExact(movedRows.length, width), 0);
    newBefore = LongArrays.grow(newBefore, Math.multiplyExact(movedRows.length, words), 0);
    Arrays.fill(newKnown, 0, movedRows.length * width, 0);
    Arrays.fill(newBefore, 0, movedRows.length * words, 0);
    steps += (long) movedRows.length * (width + words + next.columns().length);
    for (int i = 0; i < movedRows.length; i++) {
      int at = i * next.words();
      joinRows(next.before(), at, newKnown, i * width, nextRows[movedRows[i]]);
      uniteRows(next.before(), at, newBefore, i * words);
      int threads = next.columns().length;
      for (int c = 0; c < threads; c++) {
        long event = next.known()[i * threads + c];
        if (event != 0) {
          newKnown[i * width + nextColumn(c)] = time + event;
        }
      }
    }
    for (int i = 0; i < movedRows.length; i++) {
      move(nextRows[movedRows[i]], i);
    }
    time += next.events();
  }

  /** Updates a row by a moved row of the next stretch. */
  private void move(int row, int i) {
    System.arraycopy(newKnown, i * width, known, row * width, columns);
    moved[row] = true;
    System.arraycopy(newBefore, i * words, before, row * words, words);
    setOf[row] = NONE;
  }

  /** About how many words the stretch has. */
  public long space() {
    return (long) symbols.size() * (words + width) + (long) setCount * words;
  }

  /** About how long it takes to append the stretch, and how many words its summary has. */
  public long size() {
    long size = symbols.size() + (long) setCount * words;
    for (int row = 0; row < symbols.size(); row++) {
      if (moved[row]) {
        size += words + columns;
        for (int w = row * words; w < (row + 1) * words; w++) {
          size += JOIN * Long.bitCount(before[w]);
        }
      }
    }
    return size;
  }

  /** The summary of the stretch. */
  public ChunkOrder order() {
    int rows = symbols.size();
    int count = 0;
    for (int row = 0; row < rows; row++) {
      count += moved[row] ? 1 : 0;
    }
    int[] movedRows = new int[count];
    long[] movedBefore = new long[Math.multiplyExact(count, words)];
    long[] movedKnown = new long[Math.multiplyExact(count, columns)];
    int i = 0;
    for (int row = 0; row < rows; row++) {
      if (moved[row]) {
        movedRows[i] = row;
        System.arraycopy(before, row * words, movedBefore, i * words, words);
        System.arraycopy(known, row * width, movedKnown, i * columns, columns);
        i++;
      }
    }
    return new ChunkOrder(
        time,
        symbols.toArray(),
        words,
        Arrays.copyOf(threadRow, columns),
        movedRows,
        movedBefore,
        movedKnown,
        Arrays.copyOf(sets, setCount * words));
  }
}
