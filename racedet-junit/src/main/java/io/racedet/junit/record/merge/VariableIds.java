package io.racedet.junit.record.merge;

import io.racedet.junit.record.ids.KeyIds;
import io.racedet.junit.record.ids.NumberedInts;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.function.LongPredicate;

/**
 * Dense ids of variables, which are pairs of an object and a key, in the order of first use. The
 * elements of an array over which a thread has walked get consecutive ids, all at the first use of
 * one of them. Where walks leave out elements, first those get ids whose index has the remainder of
 * the lowest one, divided by the distance of the elements of a walk, then those of the next
 * remainder, and so on; so most walks are consecutive ids, which engines take as one range.
 */
public final class VariableIds {
  private static final int NONE = -1;
  private static final int NO_WALKS = 1;
  private static final int FIRST_ARRAY = 2;

  private final WalkedArrays walked; // null if all variables have the same id
  private final KeyIds single = new KeyIds(); // with ids that are reserved for arrays

  /* By object: 1 without consecutive ids, and above it those with them, from 0. */
  private final NumberedInts objects = new NumberedInts();

  /* The arrays with consecutive ids, in the order of the ids. */
  private final LongArrayList arrays = new LongArrayList();
  private final IntArrayList starts = new IntArrayList(); // the id of the lowest element
  private final IntArrayList lowest = new IntArrayList(); // that element
  private final IntArrayList distances = new IntArrayList(); // 1, or that of walks

  /** Starts without ids; the arrays are null if all variables are to have the same id. */
  VariableIds(WalkedArrays walked) {
    this.walked = walked;
  }

  /** The id of a variable. */
  int of(long object, long key) {
    if (walked == null) {
      return 0;
    }
    int at = objects.get(object);
    if (at == 0) {
      at = add(object);
    }
    if (at >= FIRST_ARRAY && walked.contains(object, key)) {
      return ofElement(at - FIRST_ARRAY, (int) key);
    }
    return single.of(object, key);
  }

  private int ofElement(int at, int element) {
    int offset = element - lowest.getInt(at);
    int distance = distances.getInt(at);
    if (distance == 1) {
      return starts.getInt(at) + offset;
    }
    int length = length(arrays.getLong(at));
    int remainder = offset % distance;
    int before = remainder * (length / distance) + Math.min(remainder, length % distance);
    return starts.getInt(at) + before + offset / distance;
  }

  private int length(long array) {
    return walked.highest(array) - walked.lowest(array) + 1;
  }

  /** Takes walks over ids. */
  interface Walks {
    void walk(int first, int stride, int count);
  }

  /** Divides a walk over an array into walks over ids, one for each element if it must be. */
  void walk(LogCursor walk, Walks to) {
    if (walked == null) {
      to.walk(0, walk.stride(), walk.steps());
      return;
    }
    long array = walk.object();
    int distance = walked.distance(array, walk.stride());
    int divisor = WalkedArrays.greatestCommonDivisor(distance, walk.stride());
    boolean areConsecutive = walked.counts(array) && walked.contains(array, walk.firstElement());
    int parts = areConsecutive ? distance / divisor : walk.steps();
    for (int part = 0; part < Math.min(parts, walk.steps()); part++) {
      int first = of(array, walk.firstElement() + part * walk.stride());
      to.walk(first, walk.stride() / divisor, (walk.steps() - part - 1) / parts + 1);
    }
  }

  private int add(long object) {
    int at = walked.counts(object) ? FIRST_ARRAY + addArray(object) : NO_WALKS;
    objects.set(object, at);
    return at;
  }

  private int addArray(long array) {
    int at = arrays.size();
    arrays.add(array);
    starts.add(single.reserve(length(array)));
    lowest.add(walked.lowest(array));
    distances.add(walked.distance(array));
    return at;
  }

  /** Forgets objects, of whose variables nobody asks for an id any more. */
  void forget(LongPredicate collected) {
    single.forget(collected);
    objects.forget(collected);
  }

  /** Drops an id, once, of an object that is forgotten; those in arrays with walks are kept. */
  public void drop(int id) {
    if (arrayOf(id) == NONE) {
      single.drop(id);
    }
  }

  /** Whether the object and the key of an id are known: they are, unless it has been dropped. */
  boolean isKnown(int id) {
    return arrayOf(id) != NONE || single.isKnown(id);
  }

  /** The number of ids. */
  public int size() {
    return single.size();
  }

  /** The object of a variable that is known. */
  public long first(int id) {
    int at = arrayOf(id);
    return at == NONE ? single.object(id) : arrays.getLong(at);
  }

  /** The key of a variable that is known. */
  long second(int id) {
    int at = arrayOf(id);
    return at == NONE ? single.key(id) : lowest.getInt(at) + offset(at, id - starts.getInt(at));
  }

  /* Of an element from the lowest one, given its id without that of the lowest one. */
  private int offset(int at, int id) {
    int distance = distances.getInt(at);
    int length = length(arrays.getLong(at));
    int fewest = length / distance; // elements of one remainder
    int inLonger = length % distance * (fewest + 1);
    return id < inLonger
        ? id / (fewest + 1) + id % (fewest + 1) * distance
        : length % distance + (id - inLonger) / fewest + (id - inLonger) % fewest * distance;
  }

  /* The array that the id is of, or NONE. */
  private int arrayOf(int id) {
    int at = lastNotAbove(starts, id);
    if (at == NONE) {
      return NONE;
    }
    return id - starts.getInt(at) < length(arrays.getLong(at)) ? at : NONE;
  }

  private static int lastNotAbove(IntArrayList sorted, int id) {
    int low = 0;
    int high = sorted.size();
    while (low < high) {
      int middle = low + high >>> 1;
      if (sorted.getInt(middle) <= id) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}
