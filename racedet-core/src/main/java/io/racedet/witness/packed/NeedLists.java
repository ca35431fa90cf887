package io.racedet.witness.packed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Which events of other threads the events of each thread need, by positions, so that it can be
 * asked whether one event needs another one indirectly, without a visit to the events between them.
 * Not thread-safe.
 */
public final class NeedLists {
  /* An event needs what the earlier ones of its thread need. So of the needs of a thread only those
   * of which the source is later than all before from the same thread are kept, and the last one up
   * to a position says how far that thread is needed there. A question goes from the later event
   * backward, thread by thread; a thread is visited again only when more of it is needed. */
  /**
   * An event that must come before another one.
   *
   * @param to position of the later event, of another thread
   */
  public record Step(int from, int to) {}

  private static final int NONE = -1;

  /** The needs of a thread of events of another one, both ascending. */
  private static final class Needs {
    final int source; // thread
    final PackedColumn since = new PackedColumn();
    final PackedColumn needed = new PackedColumn();

    Needs(int source) {
      this.source = source;
    }

    /** The number of the last need of events up to a position, or NONE. */
    int last(int position) {
      int low = 0;
      int high = since.size();
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (since.get(middle) <= position) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low - 1;
    }
  }

  /** An event that is needed, by which event, and the visit of that one. */
  private record Visit(int thread, int position, int by, Visit previous) {}

  private final List<List<Needs>> lists = new ArrayList<>(); // by thread
  private final int[][] places; // by thread and source: 1 + the place of its needs, null if none

  /** Creates empty lists. */
  public NeedLists(int threads) {
    places = new int[threads][];
    for (int thread = 0; thread < threads; thread++) {
      lists.add(new ArrayList<>());
    }
  }

  /**
   * Adds a need.
   *
   * @param position its position, no less than those before
   */
  public void add(int thread, int position, int source, int needed) {
    if (places[thread] == null) {
      places[thread] = new int[places.length];
    }
    if (places[thread][source] == 0) {
      lists.get(thread).add(new Needs(source));
      places[thread][source] = lists.get(thread).size();
    }
    Needs needs = lists.get(thread).get(places[thread][source] - 1);
    int size = needs.needed.size();
    if (size == 0 || needs.needed.get(size - 1) < needed) {
      needs.since.add(position);
      needs.needed.add(needed);
    }
  }

  /**
   * {@return why an event needs another one: steps between threads from the earlier event on, as
   * few as possible, between which threads follow their program; null if it is not needed}
   */
  public List<Step> chain(int thread, int position, int source, int needed) {
    int[] known = new int[places.length];
    Arrays.fill(known, needed - 1); // what is before the earlier event does not need it
    List<Visit> visits = new ArrayList<>();
    visits.add(new Visit(thread, position, NONE, null));
    for (int i = 0; i < visits.size(); i++) {
      Visit visit = visits.get(i);
      if (visit.thread == source && visit.position >= needed) {
        return steps(visit);
      }
      for (Needs needs : lists.get(visit.thread)) {
        int last = needs.last(visit.position);
        if (last != NONE && needs.needed.get(last) > known[needs.source]) {
          known[needs.source] = (int) needs.needed.get(last);
          visits.add(
              new Visit(needs.source, known[needs.source], (int) needs.since.get(last), visit));
        }
      }
    }
    return null;
  }

  private static List<Step> steps(Visit end) {
    List<Step> steps = new ArrayList<>();
    for (Visit visit = end; visit.previous != null; visit = visit.previous) {
      steps.add(new Step(visit.position, visit.by));
    }
    return Collections.unmodifiableList(steps);
  }
}
