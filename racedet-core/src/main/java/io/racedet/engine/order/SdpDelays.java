package io.racedet.engine.order;

import io.racedet.clock.Clock;
import io.racedet.clock.ThreadClocks;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The write-write conflicts that SDP delays, for rule (b): the events before the release of an
 * earlier section are known to all events that happen after the later write, except in the section
 * of the same lock that contains the write.
 */
final class SdpDelays {
  /* A delay of an open section is kept separately from the clock of all others, in every thread
   * that knows it, so that the section itself can exclude it when it returns to its thread through
   * another lock. When the section ends, the delay is joined into the clock. Usually one delay of a
   * section is kept, since exclusive sections of a lock are ordered; they are found by the section,
   * as a thread may have many open ones. */
  private record Delay(OpenSection earlier, OpenSection inside, OpenSection alsoInside) {
    boolean isInside(OpenSection section) {
      return section == inside || section == alsoInside;
    }

    boolean isOver() {
      return inside.isOver() && (alsoInside == null || alsoInside.isOver());
    }

    boolean implies(Delay other) {
      return inside == other.inside
          && alsoInside == other.alsoInside
          && earlier.isOrderedWith(other.earlier)
          && earlier.released() >= other.earlier.released();
    }
  }

  private record Delays(Delay delay, Delays others) {}

  /** The delays that a thread knows, by the section they are inside of. */
  private static final class Present {
    final Map<OpenSection, Delays> byInside = new LinkedHashMap<>(); // sections are equal to none
    Delays all; // of the map, null while unknown
  }

  /** The delays that a thread knows at a time. */
  static final class Known {
    private final Clock past;
    private final Delays present;

    private Known(Clock past, Delays present) {
      this.past = past;
      this.present = present;
    }

    /** How many delays of open sections are among them. */
    int size() {
      int size = 0;
      for (Delays at = present; at != null; at = at.others()) {
        size++;
      }
      return size;
    }
  }

  private final ThreadClocks past = new ThreadClocks(); // of finished sections
  private final ThreadClocks both = new ThreadClocks(); // computed on demand
  private Present[] present = new Present[0]; // by thread: of open sections, null for none

  /**
   * Delays a conflict.
   *
   * @param earlier a section of the same lock that wrote the variable
   */
  void delay(OpenSection section, HeldSections held, OpenSection earlier) {
    OpenSection newest = section.delayed;
    if (newest != null
        && newest.isOrderedWith(earlier)
        && newest.released() >= earlier.released()) {
      return; // an earlier write in this section says as much
    }
    section.delayed = earlier;
    OpenSection inside = null;
    OpenSection alsoInside = null; // of the same lock, in the other mode
    for (HeldSections at = held; at != null; at = at.others()) {
      if (at.innermost().lock == earlier.lock) {
        alsoInside = inside;
        inside = at.innermost();
      }
    }
    add(inside.thread, new Delay(earlier, inside, alsoInside));
  }

  /** Adds delays that another thread knew. */
  void learn(int thread, Known known) {
    if (known != null) {
      past.learn(thread, known.past);
      for (Delays at = known.present; at != null; at = at.others()) {
        add(thread, at.delay());
      }
    }
  }

  private void add(int thread, Delay delay) {
    if (delay.isOver()) {
      learn(past, thread, delay.earlier());
      return;
    }
    present = ObjectArrays.grow(present, thread + 1);
    if (present[thread] == null) {
      present[thread] = new Present();
    }
    Present mine = present[thread];
    Delays kept = null;
    for (Delays at = mine.byInside.get(delay.inside()); at != null; at = at.others()) {
      if (at.delay().implies(delay)) {
        return;
      }
      if (!delay.implies(at.delay())) {
        kept = new Delays(at.delay(), kept);
      }
    }
    mine.byInside.put(delay.inside(), new Delays(delay, kept));
    mine.all = null;
  }

  /** Removes the delays of a thread that are over, and returns the others. */
  private Delays current(int thread) {
    Present mine = thread < present.length ? present[thread] : null;
    if (mine == null) {
      return null;
    }
    Delays delays = all(mine);
    boolean isOver = false;
    for (Delays at = delays; at != null; at = at.others()) {
      isOver |= at.delay().isOver();
    }
    if (!isOver) {
      return delays;
    }
    present[thread] = null;
    for (Delays at = delays; at != null; at = at.others()) {
      add(thread, at.delay());
    }
    return present[thread] == null ? null : all(present[thread]);
  }

  private static Delays all(Present mine) {
    if (mine.all == null) {
      for (Delays inside : mine.byInside.values()) {
        for (Delays at = inside; at != null; at = at.others()) {
          mine.all = new Delays(at.delay(), mine.all);
        }
      }
    }
    return mine.all;
  }

  /** The clock of the delays that count at the release of a section. */
  Clock countingFor(OpenSection section) {
    int thread = section.thread;
    Delays delays =
        thread < present.length && present[thread] != null ? all(present[thread]) : null;
    if (delays == null) {
      return past.clock(thread);
    }
    both.set(thread, past.snapshot(thread));
    for (Delays at = delays; at != null; at = at.others()) {
      if (!at.delay().isInside(section)) {
        learn(both, thread, at.delay().earlier());
      }
    }
    return both.clock(thread);
  }

  /** A snapshot of what a thread knows. */
  Known snapshot(int thread) {
    Delays delays = current(thread);
    return new Known(past.snapshot(thread), delays);
  }

  private static void learn(ThreadClocks clocks, int thread, OpenSection earlier) {
    clocks.learn(thread, earlier.thread, earlier.released(), earlier.clock());
  }
}
