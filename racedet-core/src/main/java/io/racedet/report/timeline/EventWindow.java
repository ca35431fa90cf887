package io.racedet.report.timeline;

import static java.util.stream.Collectors.toSet;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import it.unimi.dsi.fastutil.longs.LongLinkedOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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

  /**
   * Its events that concern a race: the access; the start and the end of threads; and what is of a
   * lock that is held at the access, of what the thread of the other access uses near that, or of
   * what this thread uses first in code with a location on the way to the other access.
   *
   * @param other the window around the other access, null if there is none
   */
  List<TimelineEvent> concerning(EventWindow other) {
    if (other == null) {
      return events;
    }
    Set<Long> objects = other.events.stream().map(TimelineEvent::object).collect(toSet());
    sections().stream().filter(this::isAround).forEach(held -> objects.add(lock(held.lock())));
    nearest(access < other.access).ifPresent(event -> objects.add(event.object()));
    return events.stream()
        .filter(
            event ->
                event.index() == access
                    || event.op().operand() == Op.Operand.THREAD
                    || objects.contains(event.object()))
        .toList();
  }

  /* The nearest event after the access, or before it, that has a location. */
  private Optional<TimelineEvent> nearest(boolean isAfter) {
    return events.stream()
        .filter(event -> isAfter ? event.index() > access : event.index() < access)
        .filter(event -> event.location() != EventSink.NO_LOCATION)
        .reduce((one, next) -> isAfter ? one : next);
  }

  /** Whether a section is one around the access, or one of whose events some are shown. */
  boolean isConcerned(Held held, List<TimelineEvent> shown) {
    return isAround(held) || shown.stream().anyMatch(event -> event.object() == lock(held.lock()));
  }

  private boolean isAround(Held held) {
    return held.from() < access && (held.to() == 0 || held.to() > access);
  }

  private static long lock(long held) {
    return (long) Op.Operand.LOCK.ordinal() << Integer.SIZE | TimelineEvent.lockOf(held);
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
