package io.racedet.report.timeline;

import it.unimi.dsi.fastutil.longs.LongLinkedOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Consecutive synchronisation events of one thread, with an access among them. */
final class ThreadWindow {
  private static final int AFTER = 6;

  private final List<Moment> moments;
  private final long access;
  private final LongSet heldFirst; // locks held before the first moment
  private int after;

  /**
   * Starts with what has been.
   *
   * @param held locks held at the access
   */
  ThreadWindow(List<Moment> before, Moment access, LongSet held) {
    moments = new ArrayList<>(before);
    this.access = access.index();
    heldFirst = new LongLinkedOpenHashSet(held);
    for (int i = before.size() - 1; i >= 0; i--) {
      Moment moment = before.get(i);
      if (moment.acquires()) {
        heldFirst.remove(moment.lock());
      } else if (moment.releases()) {
        heldFirst.add(moment.lock());
      }
    }
    moments.add(access);
  }

  /** Takes the next event of the thread; returns whether it wants more. */
  boolean add(Moment moment) {
    moments.add(moment);
    return ++after < AFTER;
  }

  List<Moment> moments() {
    return moments;
  }

  /** How many of its synchronisation events lie between two indices. */
  long shownBetween(long from, long to) {
    return moments.stream()
        .filter(moment -> moment.index() != access)
        .filter(moment -> moment.index() > from && moment.index() < to)
        .count();
  }

  /** A critical section that the window is in, or that is in the window. */
  record Held(long lock, long from, long to) {}

  List<Held> sections() {
    List<Held> sections = new ArrayList<>();
    Map<Long, Long> open = new LinkedHashMap<>();
    heldFirst.forEach(lock -> open.put(lock, 0L));
    for (Moment moment : moments) {
      if (moment.acquires()) {
        open.put(moment.lock(), moment.index());
      } else if (moment.releases()) {
        Long from = open.remove(moment.lock());
        sections.add(new Held(moment.lock(), from == null ? 0 : from, moment.index()));
      }
    }
    open.forEach((lock, from) -> sections.add(new Held(lock, from, 0)));
    return sections;
  }
}
