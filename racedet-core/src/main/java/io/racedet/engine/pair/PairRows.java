package io.racedet.engine.pair;

import io.racedet.engine.history.Epoch;
import io.racedet.engine.history.WordPool;
import io.racedet.event.EventSink;
import io.racedet.race.AccessContext;
import java.util.BitSet;

/**
 * Rows of accesses in one pooled array, two words for each access: the epoch, which may be marked,
 * and the detail word.
 *
 * <p>A row is a number that its owner keeps and replaces by the result of each change:
 *
 * <pre>| position:31 | size:28 | size class:5 |</pre>
 *
 * 0 is the empty row.
 */
final class PairRows {
  /** Marks an epoch. */
  static final long MARK = Long.MIN_VALUE;

  private static final int CLASS_BITS = 5;
  private static final int CLASS_MASK = (1 << CLASS_BITS) - 1;
  private static final int SIZE_BITS = 28;
  private static final int SIZE_MASK = (1 << SIZE_BITS) - 1;
  private static final int POSITION_SHIFT = CLASS_BITS + SIZE_BITS;
  private static final long ONE_MORE = 1 << CLASS_BITS;

  // An access takes the place of one of the newest ones with the same detail word.
  private static final int NEWEST = 2;
  // Rows of fewer accesses are not worth compacting.
  private static final int LONG = 8;
  private static final int NONE = -1;

  private static final int WORDS_SHIFT = 1;
  private static final int WORDS = 1 << WORDS_SHIFT;

  private final AccessContextSet sites = new AccessContextSet();
  private final WordPool pool = new WordPool();
  private long[] words = pool.words();
  private boolean lost;

  static int size(long row) {
    return (int) (row >>> CLASS_BITS) & SIZE_MASK;
  }

  /** The epoch of an access, with its mark. */
  long epoch(long row, int i) {
    return words[position(row) + WORDS * i];
  }

  long detail(long row, int i) {
    return words[position(row) + WORDS * i + 1];
  }

  /** How many words there are for all rows, those released included. */
  int room() {
    return words.length;
  }

  /** Adds an access at the end. */
  long append(long row, long epoch, long detail) {
    long roomy = withRoom(row);
    int at = position(roomy) + WORDS * size(roomy);
    words[at] = epoch;
    words[at + 1] = detail;
    return roomy + ONE_MORE;
  }

  /** Inserts an access into a row that is ordered by time. */
  long insert(long row, long epoch, long detail) {
    long longer = append(row, epoch, detail);
    int base = position(longer);
    int at = base + WORDS * (size(longer) - 1);
    long time = Epoch.index(epoch);
    while (at > base && Epoch.index(words[at - WORDS]) > time) {
      words[at] = words[at - WORDS];
      words[at + 1] = words[at - WORDS + 1];
      at -= WORDS;
    }
    words[at] = epoch;
    words[at + 1] = detail;
    return longer;
  }

  /**
   * Inserts an access into a row that is ordered by time, of which only what {@link #compact} keeps
   * is needed; before the row would take more memory it is compacted, see {@link #lost}.
   *
   * @param bits those of detail words that tell sites apart
   */
  long insertDistinct(long row, long epoch, long detail, int limit, long bits) {
    lost = false;
    int size = size(row);
    int same = find(row, detail, bits);
    if (same != NONE) {
      replace(position(row), same, size, epoch, detail);
      return row;
    }
    if (size < LONG || size < 1 << sizeClass(row)) {
      return insert(row, epoch, detail);
    }
    long fewer = compact(row, limit, bits);
    int kept = size(fewer);
    return insert(kept > size - (size >> 2) ? withRoom(fewer, size + 1) : fewer, epoch, detail);
  }

  /** The position of an access among the newest ones, by its detail word. */
  private int find(long row, long detail, long bits) {
    if (AccessContext.location(detail) == EventSink.NO_LOCATION) {
      return NONE;
    }
    int base = position(row);
    int size = size(row);
    int least = Math.max(0, size - NEWEST);
    int i = size - 1;
    while (i >= least && ((words[base + WORDS * i + 1] ^ detail) & bits) != 0) {
      i--;
    }
    return i >= least ? i : NONE;
  }

  /** Puts an access in place of another one, unless that is newer. */
  private void replace(int base, int i, int size, long epoch, long detail) {
    long time = Epoch.index(epoch);
    int at = base + WORDS * i;
    int last = base + WORDS * (size - 1);
    if (Epoch.index(words[at]) > time) {
      return;
    }
    while (at < last && Epoch.index(words[at + WORDS]) < time) {
      words[at] = words[at + WORDS];
      words[at + 1] = words[at + WORDS + 1];
      at += WORDS;
    }
    words[at] = epoch;
    words[at + 1] = detail;
  }

  /**
   * Returns a new row with the accesses of a row of a segment, as a variable has them.
   *
   * @param distance that of the variable from the first one of the segment
   * @param bits those of the detail words to keep
   */
  long copy(long row, int distance, long bits) {
    int size = size(row);
    if (size == 0) {
      return 0;
    }
    long copy = withRoom(0, size);
    int from = position(row);
    int to = position(copy);
    for (int i = 0; i < WORDS * size; i += WORDS) {
      long detail = words[from + i + 1];
      words[to + i] = PairSegment.shifted(words[from + i], detail, distance);
      words[to + i + 1] = detail & bits;
    }
    return copy + size * ONE_MORE;
  }

  /** Loads the end of a row into the cache. */
  long touch(long row) {
    return words[Math.min(position(row) + WORDS * size(row), words.length - 1)];
  }

  /** Sets the detail word of an access. */
  void setDetail(long row, int i, long detail) {
    words[position(row) + WORDS * i + 1] = detail;
  }

  /**
   * Keeps the newest access of each detail word, and of these at most a number of the newest; see
   * {@link #lost}.
   *
   * @param bits those of detail words that tell sites apart
   */
  long compact(long row, int limit, long bits) {
    int size = size(row);
    int base = position(row);
    int to = base + WORDS * size;
    int kept = 0;
    sites.begin(size);
    int at = to - WORDS;
    for (; at >= base && kept < limit; at -= WORDS) {
      long detail = words[at + 1];
      if (isNew(detail, bits)) {
        to -= WORDS;
        words[to] = words[at];
        words[to + 1] = detail;
        kept++;
      }
    }
    lost = false;
    for (; at >= base && !lost; at -= WORDS) {
      lost = isNew(words[at + 1], bits);
    }
    System.arraycopy(words, to, words, base, WORDS * kept);
    return row - (size - kept) * ONE_MORE;
  }

  private boolean isNew(long detail, long bits) {
    return AccessContext.location(detail) == EventSink.NO_LOCATION || sites.add(detail & bits);
  }

  /** Whether the last compaction has removed more than repetitions. */
  boolean lost() {
    return lost;
  }

  /** Removes an access; the others keep their order. */
  long remove(long row, int i) {
    int size = size(row);
    if (size == 1) {
      release(row);
      return 0;
    }
    int at = position(row) + WORDS * i;
    System.arraycopy(words, at + WORDS, words, at, WORDS * (size - i - 1));
    return row - ONE_MORE;
  }

  /** Releases a row. */
  void release(long row) {
    if (row != 0) {
      pool.release(position(row), sizeClass(row) + WORDS_SHIFT);
    }
  }

  /** Marks the contexts of the accesses of a row. */
  void markContexts(long row, BitSet live) {
    for (int i = size(row) - 1; i >= 0; i--) {
      live.set(AccessContext.context(detail(row, i)));
    }
  }

  private static int position(long row) {
    return (int) (row >>> POSITION_SHIFT);
  }

  private static int sizeClass(long row) {
    return (int) row & CLASS_MASK;
  }

  private long withRoom(long row) {
    return withRoom(row, size(row) + 1);
  }

  /** Moves a row to where so many accesses have room. */
  private long withRoom(long row, int accesses) {
    if (row != 0 && accesses <= 1 << sizeClass(row)) {
      return row;
    }
    int sizeClass = Integer.SIZE - Integer.numberOfLeadingZeros(accesses - 1);
    int to = block(sizeClass);
    if (row != 0) {
      System.arraycopy(words, position(row), words, to, WORDS * size(row));
      pool.release(position(row), sizeClass(row) + WORDS_SHIFT);
    }
    return row(to, size(row), sizeClass);
  }

  private static long row(int position, int size, int sizeClass) {
    return (long) position << POSITION_SHIFT | (long) size << CLASS_BITS | sizeClass;
  }

  private int block(int ofClass) {
    int block = pool.acquire(ofClass + WORDS_SHIFT);
    words = pool.words();
    return block;
  }
}
