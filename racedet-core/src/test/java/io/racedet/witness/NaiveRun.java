package io.racedet.witness;

import io.racedet.event.Op;
import io.racedet.witness.NaiveClosure.Held;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The run of {@link Linearization} as it is defined: of all events of a set that may come next,
 * always the first one of the trace.
 */
final class NaiveRun {
  private static final int NONE = EventHistory.NONE;

  private final NaiveOrder order;
  private final List<Held> sections;
  private final Map<Integer, Held> byAcquire;
  private final long set;
  private final List<Integer> sequence = new ArrayList<>();
  private long done;

  NaiveRun(NaiveOrder order, long set) {
    this.order = order;
    this.set = set;
    sections = NaiveClosure.sections(order);
    byAcquire = sections.stream().collect(Collectors.toMap(Held::acquire, section -> section));
    int next = next();
    while (next != NONE) {
      sequence.add(next);
      done |= NaiveOrder.bit(next);
      next = next();
    }
  }

  /** The events in the order of the run, which may not be all. */
  List<Integer> sequence() {
    return sequence;
  }

  boolean isDone(int position) {
    return (done & NaiveOrder.bit(position)) != 0;
  }

  boolean isIn(int position) {
    return position != NONE && (set & NaiveOrder.bit(position)) != 0;
  }

  private int next() {
    for (int p = 0; p < order.size(); p++) {
      if (isIn(p) && !isDone(p) && (order.before(p) & ~done) == 0 && mayCome(p)) {
        return p;
      }
    }
    return NONE;
  }

  private boolean mayCome(int p) {
    if (order.isWrite(p)) {
      return readersAreDone(p);
    }
    boolean isAcquire = order.op(p) == Op.ACQUIRE || order.op(p) == Op.ACQUIRE_SHARED;
    return !isAcquire || mayBegin(byAcquire.get(p));
  }

  Held section(int acquire) {
    return byAcquire.get(acquire);
  }

  private boolean mayBegin(Held begun) {
    for (Held other : sections) {
      if (other.excludes(begun) && isIn(other.acquire())) {
        boolean isOver = isIn(other.release()) && isDone(other.release());
        boolean waits = isIn(begun.release()) ? isDone(other.acquire()) : true;
        if (waits && !isOver) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether all reads of the set that see the cell's last write have run. */
  private boolean readersAreDone(int write) {
    int last = NONE;
    for (int p : sequence) {
      last = order.isWrite(p) && order.isSameCell(p, write) ? p : last;
    }
    for (int p = 0; p < order.size(); p++) {
      boolean isPending = isIn(p) && !isDone(p) && order.isRead(p);
      if (isPending && order.isSameCell(p, write) && order.seen(p) == last) {
        return false;
      }
    }
    return true;
  }
}
