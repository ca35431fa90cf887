package io.racedet.witness;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * A set of events that is closed under needs: a prefix of every thread. It only grows, and every
 * event is visited once.
 */
final class Prefix {
  private static final int NONE = TraceIndex.NONE;

  private final TraceIndex index;
  private final Needs needs;
  private final Goal target;
  private final Budget budget;
  private final IntConsumer added;
  private final int[] limit; // by thread: the length of its prefix
  private final IntArrayList pending = new IntArrayList();
  private final IntArrayList acquires = new IntArrayList();
  private final int base; // all events before this position are in the set
  private int size; // without these
  private int most = Integer.MAX_VALUE; // how many events it may have
  private boolean needsTarget;

  private Prefix(TraceIndex index, Goal target, int base, Budget budget, IntConsumer added) {
    this.base = base;
    this.index = index;
    this.target = target;
    this.budget = budget;
    this.added = added;
    needs = new Needs(index);
    limit = new int[index.threads];
  }

  /** The events that those of the goal need. */
  static Prefix smallest(TraceIndex index, Goal target, Budget budget) {
    return smallest(index, target, budget, position -> {});
  }

  /**
   * The events that those of the goal need.
   *
   * @param added receives each event that is added
   */
  static Prefix smallest(TraceIndex index, Goal target, Budget budget, IntConsumer added) {
    Prefix prefix = new Prefix(index, target, 0, budget, added);
    for (int i = 0; i < target.size(); i++) {
      prefix.addBefore(target.position(i));
    }
    return prefix;
  }

  /**
   * The events that those of the goal need and all events recorded before the first of these,
   * without visiting these: of the sections begun there only those still open count as new.
   */
  static Prefix nearRecorded(TraceIndex index, Goal target, Budget budget) {
    Prefix prefix = new Prefix(index, target, target.first(), budget, position -> {});
    budget.count(index.threads);
    for (int thread = 0; thread < index.threads; thread++) {
      int rank = index.countBefore(thread, target.first());
      prefix.limit[thread] = rank;
      if (rank > 0) {
        index.collectHeld(index.event(thread, rank), target.first(), prefix.acquires);
      }
    }
    for (int i = 1; i < target.size(); i++) {
      prefix.addBefore(target.position(i));
    }
    return prefix;
  }

  /** The same, but of a limited size. */
  static Prefix smallest(TraceIndex index, Goal target, Budget budget, int most) {
    Prefix prefix = new Prefix(index, target, 0, budget, position -> {});
    prefix.most = most;
    for (int i = 0; i < target.size(); i++) {
      prefix.addBefore(target.position(i));
    }
    return prefix;
  }

  /** Adds the events before one of the goal, but not the write that a read sees. */
  private void addBefore(int event) {
    int thread = index.thread(event);
    int rank = index.rank(event);
    if (rank > 1) {
      add(index.event(thread, rank - 1));
    } else if (index.fork(thread) != NONE) {
      add(index.fork(thread));
    }
  }

  /**
   * Adds an event with all its needs; false if these include one of the goal, or if there are more
   * events than there may be, so that some are left out.
   */
  boolean add(int position) {
    pending.add(position);
    while (!pending.isEmpty() && size <= most) {
      int next = pending.removeInt(pending.size() - 1);
      int thread = index.thread(next);
      int rank = index.rank(next);
      budget.count(Math.max(0, rank - limit[thread]));
      for (int r = limit[thread] + 1; r <= rank && size <= most; r++) {
        int p = index.event(thread, r);
        needs.collect(p, pending);
        added.accept(p);
        if (index.isAcquire(p)) {
          acquires.add(p);
        }
        size++;
      }
      limit[thread] = Math.max(limit[thread], rank);
      needsTarget |= isReached(thread);
    }
    return isPossible();
  }

  /** Whether none of the goal has been added, nor too many events. */
  boolean isPossible() {
    return !needsTarget && size <= most;
  }

  /** Whether an event of the goal by a thread has been added. */
  private boolean isReached(int thread) {
    for (int i = 0; i < target.size(); i++) {
      int p = target.position(i);
      if (index.thread(p) == thread) {
        return index.rank(p) <= limit[thread];
      }
    }
    return false;
  }

  /** Whether one of the events of the goal has been added. */
  boolean needsTarget() {
    return needsTarget;
  }

  boolean contains(int position) {
    return index.rank(position) <= limit[index.thread(position)];
  }

  /** Whether a section has its release in the set. */
  boolean isFinished(int section) {
    int release = index.release.getInt(section);
    return release != TraceIndex.NEVER && contains(release);
  }

  /** The length of a thread's prefix. */
  int limit(int thread) {
    return limit[thread];
  }

  /** The number of events from {@link #base} on. */
  int size() {
    return size;
  }

  /** The position before which all events are in the set, and are not among those visited. */
  int base() {
    return base;
  }

  /** The next acquire that was added and not returned yet, or NONE. */
  int nextAcquire() {
    return acquires.isEmpty() ? NONE : acquires.removeInt(acquires.size() - 1);
  }

  /** The events from {@link #base} on, in the order of the trace. */
  int[] positions() {
    int[] positions = new int[size];
    budget.count(size);
    int at = 0;
    for (int thread = 0; thread < limit.length; thread++) {
      int before = base == 0 ? 0 : index.countBefore(thread, base);
      for (int r = before + 1; r <= limit[thread]; r++) {
        positions[at++] = index.event(thread, r);
      }
    }
    Arrays.sort(positions);
    return positions;
  }
}
