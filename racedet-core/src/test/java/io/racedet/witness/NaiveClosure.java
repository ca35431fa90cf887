package io.racedet.witness;

import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.List;

/**
 * The rules of {@link Closure} as they are defined, applied to all events until nothing changes.
 */
final class NaiveClosure {
  private static final int NONE = EventHistory.NONE;

  /** A critical section, with NONE for the release that it does not have. */
  record Held(int thread, int lock, boolean shared, int acquire, int release) {
    boolean excludes(Held other) {
      return thread != other.thread && lock == other.lock && !(shared && other.shared);
    }
  }

  private final AccessPair target;
  private final NaiveOrder needs;
  private final NaiveOrder order;
  private final List<Held> sections;
  private long set;
  private boolean neverReleased;
  private boolean changed;

  NaiveClosure(NaiveOrder needs, AccessPair target) {
    this.needs = needs;
    this.target = target;
    order = needs.copy();
    sections = sections(needs);
    set = needs.beforeAccess(target.first()) | needs.beforeAccess(target.second());
  }

  static List<Held> sections(NaiveOrder trace) {
    List<Held> sections = new ArrayList<>();
    for (int p = 0; p < trace.size(); p++) {
      if (trace.op(p) == Op.ACQUIRE || trace.op(p) == Op.ACQUIRE_SHARED) {
        boolean shared = trace.op(p) == Op.ACQUIRE_SHARED;
        Op end = shared ? Op.RELEASE_SHARED : Op.RELEASE;
        int release = p;
        while (release < trace.size()
            && !(trace.thread(release) == trace.thread(p)
                && trace.op(release) == end
                && trace.operand(release) == trace.operand(p))) {
          release++;
        }
        int ended = release == trace.size() ? NONE : release;
        sections.add(new Held(trace.thread(p), trace.operand(p), shared, p, ended));
      }
    }
    return sections;
  }

  /** Orders an event before another one, and adds what both need. */
  void put(int earlier, int later) {
    long more = needs.upTo(earlier) | needs.upTo(later);
    changed |= (set | more) != set;
    set |= more;
    changed |= order.add(earlier, later);
  }

  void close() {
    do {
      changed = false;
      closeSections();
      closeReads();
    } while (changed);
  }

  private void closeSections() {
    for (Held d : sections) {
      for (Held c : sections) {
        if (c.excludes(d) && contains(c.acquire) && contains(d.acquire)) {
          if (isOpen(d) || isBeforeAnEventOf(c.acquire, d)) {
            endBefore(c, d);
          }
        }
      }
    }
  }

  private void endBefore(Held c, Held d) {
    if (c.release == NONE) {
      neverReleased = true;
    } else {
      put(c.release, d.acquire);
    }
  }

  /** Whether a section cannot end before the accesses. */
  private boolean isOpen(Held section) {
    return section.release == NONE || needsAccess(section.release);
  }

  /** Whether an event is one of the two accesses or needs one of them. */
  boolean needsAccess(int position) {
    long accesses = NaiveOrder.bit(target.first()) | NaiveOrder.bit(target.second());
    return (needs.upTo(position) & accesses) != 0;
  }

  private boolean isBeforeAnEventOf(int acquire, Held section) {
    int end = section.release == NONE ? needs.size() - 1 : section.release;
    for (int p = section.acquire; p <= end; p++) {
      if (needs.thread(p) == section.thread && contains(p) && order.isBefore(acquire, p)) {
        return true;
      }
    }
    return false;
  }

  private void closeReads() {
    for (int read = 0; read < needs.size(); read++) {
      for (int write = 0; write < needs.size(); write++) {
        boolean concerned = contains(read) && contains(write) && needs.isRead(read);
        if (concerned && needs.isWrite(write) && needs.isSameCell(read, write)) {
          close(read, needs.seen(read), write);
        }
      }
    }
  }

  private void close(int read, int seen, int write) {
    if (write == seen) {
      return;
    }
    if (seen == NONE || order.isBefore(seen, write)) {
      put(read, write);
    }
    if (seen != NONE && order.isBefore(write, read)) {
      put(write, seen);
    }
  }

  boolean contains(int position) {
    return (set & NaiveOrder.bit(position)) != 0;
  }

  /** The events of the set. */
  long set() {
    return set;
  }

  NaiveOrder order() {
    return order;
  }

  boolean isNeverReleased() {
    return neverReleased;
  }

  boolean needsTarget() {
    return contains(target.first()) || contains(target.second());
  }

  boolean isCyclic() {
    for (int p = 0; p < needs.size(); p++) {
      if (contains(p) && order.isBefore(p, p)) {
        return true;
      }
    }
    return false;
  }

  boolean isContradictory() {
    return neverReleased || needsTarget() || isCyclic();
  }
}
