package io.racedet.report.timeline;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The state of a thread while a trace is read: its last synchronisation events and its locks. */
final class ThreadHistory {
  private static final int BEFORE = 6;

  private final Deque<TimelineEvent> recent = new ArrayDeque<>();
  private final Long2IntOpenHashMap depths = new Long2IntOpenHashMap(); // of locks held
  private final LongArrayList ranks = new LongArrayList(); // pairs: see countAt
  private final List<EventWindow> open = new ArrayList<>();
  private long count;

  /**
   * Adds a synchronisation event; re-entrant acquires and releases of a lock are ignored.
   *
   * @param rank how many earlier accesses of races have been read so far
   */
  void add(TimelineEvent event, int rank) {
    if (event.acquires() && depths.addTo(event.lock(), 1) > 0) {
      return;
    }
    if (event.releases() && depths.addTo(event.lock(), -1) > 1) {
      return;
    }
    if (event.releases()) {
      depths.remove(event.lock());
    }
    if (ranks.isEmpty() || ranks.getLong(ranks.size() - 2) != rank) {
      ranks.add(rank);
      ranks.add(count);
    }
    count++;
    if (recent.size() == BEFORE) {
      recent.removeFirst();
    }
    recent.addLast(event);
    open.removeIf(window -> !window.add(event));
  }

  /** Starts a window around an access, which extends to some later events. */
  EventWindow windowAt(TimelineEvent access) {
    EventWindow window = new EventWindow(List.copyOf(recent), access, depths.keySet());
    open.add(window);
    return window;
  }

  /** Whether no window takes later events any more. */
  boolean isComplete() {
    return open.isEmpty();
  }

  /** How many synchronisation events there have been. */
  long count() {
    return count;
  }

  /** How many there were when so many earlier accesses of races had been read. */
  long countAt(int rank) {
    for (int i = ranks.size() - 2; i >= 0; i -= 2) {
      if (ranks.getLong(i) < rank) {
        return i + 2 < ranks.size() ? ranks.getLong(i + 3) : count;
      }
    }
    return ranks.isEmpty() ? count : ranks.getLong(1);
  }
}
