package io.racedet.junit.record.merge;

import io.racedet.runtime.log.Layout;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.function.LongToIntFunction;

/**
 * The arrays over which threads walk, each with the lowest and highest element of that, and with a
 * distance of which those of the elements of walks are multiples or divisors, where that is
 * possible. As long as the elements are not known, they may be all of any array; its first access
 * decides the distance then. An array of which walks access a few elements only, far from each
 * other, does not count.
 */
final class WalkedArrays {
  private static final long NONE = Layout.elements(0, -1);
  private static final int MAX_DISTANCE = 16;

  /** How many elements there may be from the lowest to the highest one for each that is walked. */
  private static final int MAX_FOR_A_STEP = 4;

  /** How many elements of arrays may count, as their ids would else not suffice. */
  private static final long MAX_ELEMENTS = 1L << 30;

  /** The lowest element in the high half, the highest one in the low half. */
  private final Long2LongOpenHashMap bounds = new Long2LongOpenHashMap();

  private final Long2IntOpenHashMap distances = new Long2IntOpenHashMap(); // greater than 1
  private final Long2LongOpenHashMap steps = new Long2LongOpenHashMap();
  private final LongToIntFunction lengths; // null if all walks are known
  private long elements; // that count

  private WalkedArrays(LongToIntFunction lengths) {
    this.lengths = lengths;
    bounds.defaultReturnValue(NONE);
    distances.defaultReturnValue(1);
  }

  /** Those of a trace of which all records are added before one of the arrays is asked for. */
  static WalkedArrays ofWholeTrace() {
    return new WalkedArrays(null);
  }

  /**
   * Those of a recording that goes on, by the lengths of arrays; not positive for other objects.
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
    steps.addTo(at.object(), at.steps());
    addStride(at.object(), at.stride());
  }

  /** All walks are added. */
  void end() {
    bounds
        .long2LongEntrySet()
        .removeIf(
            array ->
                !count(
                    Layout.last(array.getLongValue()) + 1L - Layout.first(array.getLongValue()),
                    steps.get(array.getLongKey()) * MAX_FOR_A_STEP));
    steps.clear();
  }

  private boolean count(long more, long most) {
    boolean counts = more <= most && elements + more <= MAX_ELEMENTS;
    elements += counts ? more : 0;
    return counts;
  }

  private void addStride(long array, int stride) {
    int distance = distances.get(array);
    int size = Math.abs(stride);
    long multiple = (long) distance / greatestCommonDivisor(distance, size) * size;
    if (multiple > 1 && multiple <= MAX_DISTANCE) {
      distances.put(array, (int) multiple);
    }
  }

  /* The second number is not 0, and may be negative. */
  static int greatestCommonDivisor(int first, int second) {
    int divisor = Math.abs(second);
    int rest = first % divisor;
    while (rest != 0) {
      int next = divisor % rest;
      divisor = rest;
      rest = next;
    }
    return divisor;
  }

  /**
   * Whether an object is one of the arrays. As long as their elements are not known, the answer is
   * final, and needs memory for arrays only.
   */
  boolean counts(long object) {
    if (isNew(object)) {
      int length = Math.max(0, lengths.applyAsInt(object));
      if (length == 0 || !count(length, Long.MAX_VALUE)) {
        return false;
      }
      bounds.put(object, Layout.elements(0, length - 1));
    }
    return bounds.containsKey(object);
  }

  /** Whether a key is that of an element between the lowest and the highest one of an array. */
  boolean contains(long array, long key) {
    long known = bounds.get(array);
    return key >= Layout.first(known) && key <= Layout.last(known);
  }

  private boolean isNew(long object) {
    return lengths != null && !bounds.containsKey(object);
  }

  /** The distance for an array, over which there is a walk. */
  int distance(long array, int stride) {
    if (isNew(array)) {
      addStride(array, stride);
    }
    return distance(array);
  }

  /** The distance for an array. */
  int distance(long array) {
    return distances.get(array);
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
