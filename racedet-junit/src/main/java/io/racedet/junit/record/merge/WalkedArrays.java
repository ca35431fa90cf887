package io.racedet.junit.record.merge;

import io.racedet.runtime.memory.Layout;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.function.LongToIntFunction;

/**
 * The arrays over which threads walk, each with the lowest and highest element of that. As long as
 * that is not known, it may be any array, and all of its elements.
 */
final class WalkedArrays {
  private static final long NONE = Layout.elements(0, -1);

  /** The lowest element in the high half, the highest one in the low half. */
  private final Long2LongOpenHashMap bounds = new Long2LongOpenHashMap();

  private final LongToIntFunction lengths; // null if all walks are known

  private WalkedArrays(LongToIntFunction lengths) {
    this.lengths = lengths;
    bounds.defaultReturnValue(NONE);
  }

  /** Those of a trace of which all records are added before one of the arrays is asked for. */
  static WalkedArrays ofWholeTrace() {
    return new WalkedArrays(null);
  }

  /**
   * Those of a recording that goes on.
   *
   * @param lengths the length of an array by its id, not positive for other objects
   */
  static WalkedArrays ofProgress(LongToIntFunction lengths) {
    return new WalkedArrays(lengths);
  }

  /** Adds the record of a walk. */
  void add(LogCursor at) {
    int low = Math.min(at.firstElement(), at.lastElement());
    int high = Math.max(at.firstElement(), at.lastElement());
    if (bounds.containsKey(at.object())) {
      low = Math.min(low, lowest(at.object()));
      high = Math.max(high, highest(at.object()));
    }
    bounds.put(at.object(), Layout.elements(low, high));
  }

  boolean isEmpty() {
    return lengths == null && bounds.isEmpty();
  }

  /** Whether a key is that of an element between the lowest and the highest one. */
  boolean contains(long object, long key) {
    long known = bounds.get(object);
    if (known == NONE && lengths != null && !bounds.containsKey(object)) {
      known = Layout.elements(0, Math.max(0, lengths.applyAsInt(object)) - 1);
      bounds.put(object, known);
    }
    return key >= Layout.first(known) && key <= Layout.last(known);
  }

  /** The lowest element of such an array. */
  int lowest(long array) {
    return Layout.first(bounds.get(array));
  }

  /** The highest element of such an array. */
  int highest(long array) {
    return Layout.last(bounds.get(array));
  }
}
