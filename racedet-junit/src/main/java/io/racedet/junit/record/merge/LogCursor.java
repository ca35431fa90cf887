package io.racedet.junit.record.merge;

import io.racedet.runtime.RawThread;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Layout;
import java.util.function.IntConsumer;

/**
 * A cursor over the records of one thread. It is at a record after each {@link #next} that returns
 * true; after one that returns false, there may be more later if the thread goes on.
 */
public final class LogCursor {
  private static final int NOWHERE = -1;

  private final RawThread log; // null for a cursor that is moved by set only
  private final boolean isMerging;
  private int slot;
  private int chunk = -1;
  private long[] chunkWords = {};
  private long[] words = chunkWords;
  private int used;
  private int at;
  private int following;
  private int kind;

  /** Where the range begins that was the last record when the cursor came to it. */
  private int openRange = NOWHERE;

  /** The elements of it that were sent. */
  private long elements;

  /** A cursor over all that is known of a thread. */
  public LogCursor(RawThread log, int slot) {
    this(log, slot, false);
  }

  /**
   * A cursor over all records of one thread, or if it is merging over those that have settled, of
   * which it frees what it leaves.
   */
  LogCursor(RawThread log, int slot, boolean isMerging) {
    this.log = log;
    this.slot = slot;
    this.isMerging = isMerging;
  }

  /** A cursor that is moved by {@link #set} only. */
  public LogCursor() {
    this(null, NOWHERE);
  }

  private long end() {
    return isMerging ? log.settled() : log.end();
  }

  /** Moves to the next record; returns false if there is none, or none yet. */
  public boolean next() {
    boolean hasMore = hasMore();
    if (openRange != NOWHERE && (hasMore || log.isComplete()) && moveToNewElements()) {
      return true;
    }
    if (!hasMore) {
      return false;
    }
    while (following >= used) {
      chunk++;
      if (isMerging) {
        log.free(chunk);
      }
      chunkWords = log.words(chunk);
      used = log.used(chunk, end());
      following = 0;
    }
    words = chunkWords;
    at = following;
    kind = Layout.kind(words[at]);
    following = at + Layout.words(kind);
    if (following == used && isRange()) {
      openRange = at;
      elements = operand();
    }
    return true;
  }

  /** Whether there is a record behind the present one. */
  boolean hasMore() {
    if (following < used) {
      return true;
    }
    if (chunk >= 0) {
      used = log.used(chunk, end());
    }
    return following < used || hasMoreChunks();
  }

  private boolean hasMoreChunks() {
    long end = end();
    for (int more = chunk + 1; more < (int) (end >>> Integer.SIZE); more++) {
      if (log.used(more, end) > 0) {
        return true;
      }
    }
    return false;
  }

  /*
   * While a range is the last record of its thread, elements on both sides may join it. Those that
   * were not sent with it are a range of their own, as soon as the thread goes on.
   */
  private boolean moveToNewElements() {
    long now = chunkWords[openRange + 2];
    int from = Layout.first(elements);
    int end = Layout.last(elements);
    int newFrom = Layout.first(now);
    int newEnd = Layout.last(now);
    if (newFrom == from && newEnd == end) {
      openRange = NOWHERE;
      return false;
    }
    boolean before = newFrom < from;
    long added = before ? Layout.elements(newFrom, from) : Layout.elements(end, newEnd);
    elements = before ? Layout.elements(newFrom, end) : now;
    set(slot, new long[] {chunkWords[openRange], chunkWords[openRange + 1], added});
    return true;
  }

  /**
   * How far the records have been passed, the present one too if it is sent: those before that are
   * not moved to again. In the form of {@link RawThread#end}.
   */
  long passed(boolean isSent) {
    return chunk + 1L << Integer.SIZE | (isSent || words != chunkWords ? following : at);
  }

  /** The object of the range whose elements may be more than those that were sent, or 0. */
  long open() {
    return openRange != NOWHERE ? Layout.object(chunkWords[openRange]) : 0;
  }

  /** Moves to a record that is not in the log. */
  public void set(int ofSlot, long[] record) {
    slot = ofSlot;
    words = record;
    at = 0;
    kind = Layout.kind(record[0]);
  }

  /** The words of the present sync record with another operand. */
  long[] withOperand(long operand) {
    return new long[] {words[at], words[at + 1], operand};
  }

  public int slot() {
    return slot;
  }

  public int kind() {
    return kind;
  }

  public boolean isAccess() {
    return kind <= Layout.LAST_ACCESS;
  }

  public boolean isWalk() {
    return kind == Layout.WALK;
  }

  /** Whether the record is of accesses that can be in a race. */
  public boolean isOfData() {
    return isAccess() || isWalk() || isRange();
  }

  /** The element with which a walk begins. */
  int firstElement() {
    return Layout.first(words[at + 1]);
  }

  /** The element with which a walk ends. */
  int lastElement() {
    return Layout.last(words[at + 1]);
  }

  /** The distance from one element of a walk to the next. */
  int stride() {
    return (int) words[at + 2];
  }

  /** How many elements a walk has. */
  int steps() {
    return (lastElement() - firstElement()) / stride() + 1;
  }

  /** The first word of the record. */
  public long head() {
    return words[at];
  }

  /** The second word, which not all records have. */
  public long second() {
    return words[at + 1];
  }

  /** The third word, which only sync records have. */
  public long operand() {
    return words[at + 2];
  }

  /** Whether the record says that an earlier access covers others. */
  public boolean isAgain() {
    return Layout.isAgain(kind);
  }

  public int site() {
    return Layout.site(words[at]);
  }

  public long object() {
    return Layout.object(words[at]);
  }

  int key() {
    return Layout.key(words[at + 1]);
  }

  /** Whether the record is of consecutive elements of an array or of a collection. */
  boolean isRange() {
    return kind == Layout.SYNC && Aspects.isRange(aspect());
  }

  /** Whether a range is of an array rather than of a collection. */
  boolean isOfArray() {
    return aspect() == Aspects.RANGE;
  }

  /** Sends the elements of a range; none of other records. */
  void forEachElement(IntConsumer indices) {
    int end = isRange() ? (int) operand() : 0;
    for (int index = isRange() ? (int) (operand() >>> Integer.SIZE) : 0; index < end; index++) {
      indices.accept(index);
    }
  }

  /** How many elements a record of a range has. */
  int rangeLength() {
    return Layout.last(operand()) - Layout.first(operand());
  }

  public int syncOp() {
    return Layout.op(words[at + 1]);
  }

  public int aspect() {
    return Layout.aspect(words[at + 1]);
  }

  long seq() {
    return Layout.seq(words[at + 1]);
  }
}
