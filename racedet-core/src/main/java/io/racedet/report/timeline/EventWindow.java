package io.racedet.report.timeline;

import it.unimi.dsi.fastutil.longs.LongLinkedOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Consecutive synchronisation events of one thread, with an access among them. */
final class EventWindow {
  private static final int AFTER = 6;

  private final List<TimelineEvent> events;
  private final long access;
  private final LongSet heldFirst; // locks held before the first event
  private int after;

  /** Starts a window with the events before the access. */
  EventWindow(List<TimelineEvent> before, TimelineEvent access, LongSet held) {
    events = new ArrayList<>(before);
    this.access = access.index();
    heldFirst = new LongLinkedOpenHashSet(held);
    for (int i = before.size() - 1; i >= 0; i--) {
      TimelineEvent event = before.get(i);
      if (event.acquires()) {
        heldFirst.remove(event.lock());
      } else if (event.releases()) {
        heldFirst.add(event.lock());
      }
    }
    events.add(access);
  }

  /** Adds the next event of the thread; returns whether the window is still open. */
  boolean add(TimelineEvent event) {
    events.add(event);
    return ++after < AFTER;
  }

  List<TimelineEvent> events() {
    return events;
  }

  /** How many of its synchronisation events lie between two indices. */
  long shownBetween(long from, long to) {
    return events.stream()
        .filter(event -> event.index() != access)
        .filter(event -> event.index() > from && event.index() < to)
        .count();
  }

  /** A critical section that overlaps the window. */
  record Held(long lock, long from, long to) {}

  List<Held> sections() {
    List<Held> sections = new ArrayList<>();
    Map<Long, Long> open = new LinkedHashMap<>();
    heldFirst.forEach(lock -> open.put(lock, 0L));
    for (TimelineEvent event : events) {
      if (event.acquires()) {
        open.put(event.lock(), event.index());
      } else if (event.releases()) {
        Long from = open.remove(event.lock());
        sections.add(new Held(event.lock(), from == null ? 0 : from, event.index()));
      }
    }
    open.forEach((lock, from) -> sections.add(new Held(lock, from, 0)));
    return sections;
  }
}
