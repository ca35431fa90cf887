package io.racedet.junit.record.collected;

import io.racedet.junit.record.merge.LiveMerge;
import io.racedet.runtime.RawTrace;
import io.racedet.runtime.objects.NumberSet;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Finds objects that have been collected and of which all records have been merged, so that no
 * later event is about them. Whatever a thread does with an object precedes in time that the object
 * is collected; so all records about it are among those that the threads have appended when it is
 * found, and it is waited until these are merged. Searches are so rare that the time for each
 * object is constant. Not thread-safe.
 */
public final class CollectedObjects {
  private static final long MIN_OBJECTS = 1 << 14;
  private static final long MIN_VARIABLES = 1 << 19;
  private static final long MAX_BITS = 1L << 30; // of all that wait
  private static final int FEWEST = 4;

  /**
   * What one search has found.
   *
   * @param objects all that were collected until then
   */
  private record Found(NumberSet objects, long[] ends) {}

  private final RawTrace live;
  private final LiveMerge merge;
  private final Deque<Found> waiting = new ArrayDeque<>();
  private long nextObjects = MIN_OBJECTS;
  private long nextVariables = MIN_VARIABLES;

  /** Starts with no object. */
  public CollectedObjects(RawTrace live, LiveMerge merge) {
    this.live = live;
    this.merge = merge;
  }

  /**
   * Searches, if it is time for it.
   *
   * @param variables how many variables there are so far
   * @param kept how many of them are of objects that have not been found
   */
  public void search(long variables, long kept) {
    boolean isDue = live.objects() >= nextObjects || variables >= nextVariables;
    long room = Math.max(FEWEST, MAX_BITS / Math.max(1, live.objects()));
    if (!isDue || waiting.size() >= room) {
      return;
    }
    NumberSet objects = live.collected();
    long[] ends = live.positions(objects);
    if (ends != null) {
      waiting.add(new Found(objects, ends));
      long all = live.objects();
      nextObjects = all + Math.max(MIN_OBJECTS, (all - objects.size()) / 2);
      nextVariables = variables + Math.max(MIN_VARIABLES, kept);
    }
  }

  /**
   * Objects whose records have been merged, once: all that were found by some search, also those of
   * earlier calls; but none that records which are not complete may be about.
   */
  public Optional<NumberSet> merged() {
    Found last = null;
    while (!waiting.isEmpty() && isMerged(waiting.peek())) {
      last = waiting.remove();
    }
    if (last == null) {
      return Optional.empty();
    }
    for (int slot = 0; slot < last.ends().length; slot++) {
      last.objects().remove(merge.open(slot));
    }
    return Optional.of(last.objects());
  }

  private boolean isMerged(Found found) {
    for (int slot = 0; slot < found.ends().length; slot++) {
      if (merge.passed(slot) < found.ends()[slot]) {
        return false;
      }
    }
    return true;
  }
}
