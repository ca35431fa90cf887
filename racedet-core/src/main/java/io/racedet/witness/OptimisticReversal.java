package io.racedet.witness;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Reorderings in which every critical section ends that can end before the events of a goal,
 * sections that cannot end come last, and all else that conflicts keeps the order of the trace.
 */
final class OptimisticReversal implements PartialOrder {
  /* The set is the optimistic lock closure of [1]: what the goal needs, and with each acquire
   * its release, unless that is missing or needs one of the goal. If it has one of the goal,
   * or two unfinished sections that exclude each other, there is no such reordering. Otherwise the
   * accesses of a cell and the finished sections of a lock are ordered as in the trace, and all
   * finished sections before an unfinished one of their lock. There is such a reordering iff this
   * has no cycle; then running the threads under it arranges the set.
   *
   * Deviations: (1) sections in read mode do not constrain each other; (2) [1] looks for a cycle in
   * a graph of the unfinished acquires only, with tables of the whole trace that answer whether one
   * event is before another; here the order is computed of the set alone, since that is small where
   * windows of a trace are searched, and the run arranges it at the same time.
   *
   * [1] Shi, Mathur, Pavlogiannis. Optimistic prediction of synchronization-reversal data races.
   *     OOPSLA 2024, section 4. */
  private static final int NONE = TraceIndex.NONE;

  private final TraceIndex index;
  private final Needs needs;
  private final Budget budget;
  private final Prefix prefix;
  private final Dependents dependents;
  private final IntArrayList unfinished = new IntArrayList(); // sections

  OptimisticReversal(TraceIndex index, Goal target, Budget budget) {
    this.index = index;
    this.budget = budget;
    needs = new Needs(index);
    dependents = new Dependents(index, target, budget);
    prefix = Prefix.smallest(index, target, budget);
  }

  @Override
  public Prefix prefix() {
    return prefix;
  }

  /** The positions of such a reordering, or null if there is none or the budget is spent. */
  int[] arrange() {
    budget.spend(index.threads);
    if (!close() || excludeEachOther()) {
      return null;
    }
    budget.spend(prefix.size());
    return budget.isSpent() ? null : new Linearization(index, this, budget).run();
  }

  /** Adds the releases that need none of the goal; false if the set has one of these. */
  private boolean close() {
    if (prefix.needsTarget()) {
      return false;
    }
    for (int acquire = prefix.nextAcquire(); acquire != NONE; acquire = prefix.nextAcquire()) {
      int release = index.release.getInt(index.link(acquire));
      if (release == TraceIndex.NEVER || dependents.contains(release)) {
        unfinished.add(index.link(acquire));
      } else {
        prefix.add(release);
      }
    }
    return true;
  }

  /** Whether two unfinished sections exclude each other. */
  private boolean excludeEachOther() {
    for (int i = 0; i < unfinished.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (exclude(unfinished.getInt(i), unfinished.getInt(j))) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean exclude(int one, int other) {
    int acquire = index.acquire.getInt(one);
    int otherAcquire = index.acquire.getInt(other);
    return index.operand(acquire) == index.operand(otherAcquire)
        && index.thread(acquire) != index.thread(otherAcquire)
        && (index.kind(one) == TraceIndex.EXCLUSIVE || index.kind(other) == TraceIndex.EXCLUSIVE);
  }

  @Override
  public void collect(int position, IntArrayList into) {
    needs.collect(position, into);
    switch (index.op(position)) {
      case WRITE, ATOMIC_WRITE, SYNC_WRITE -> {
        if (index.isContended(index.cell(position))) {
          collectAccesses(position, into);
        }
      }
      case ACQUIRE, ACQUIRE_SHARED -> {
        if (prefix.isFinished(index.link(position))) {
          collectReleases(position, into);
        }
      }
      default -> {
        /* Ordered by its needs alone. */
      }
    }
  }

  /** Adds the last accesses of the other threads to the cell of a write before it. */
  private void collectAccesses(int write, IntArrayList into) {
    int cell = index.cell(write);
    int end = index.accesses().groups(cell + 1);
    budget.count(end - index.accesses().groups(cell));
    for (int g = index.accesses().groups(cell); g < end; g++) {
      int thread = index.accesses().thread(g);
      int last = index.accesses().lastBefore(g, write);
      if (last != NONE && !prefix.contains(last)) {
        last = index.accesses().lastUpTo(g, prefix.limit(thread));
      }
      if (last != NONE && thread != index.thread(write)) {
        into.add(last);
      }
    }
  }

  /** Adds the last releases of the other threads before an acquire that excludes their sections. */
  private void collectReleases(int acquire, IntArrayList into) {
    int section = index.link(acquire);
    int lock = index.operand(acquire);
    int end = index.sections.groups(lock + 1);
    budget.count(end - index.sections.groups(lock));
    for (int g = index.sections.groups(lock); g < end; g++) {
      boolean excludes =
          index.kind(section) == TraceIndex.EXCLUSIVE
              || index.sections.kind(g) == TraceIndex.EXCLUSIVE;
      if (excludes && index.sections.thread(g) != index.thread(acquire)) {
        int last = lastFinished(g, section);
        if (last != NONE) {
          into.add(index.release.getInt(last));
        }
      }
    }
  }

  /** The last section of a group before another one that is finished, or NONE. */
  private int lastFinished(int group, int section) {
    int last = index.sections.lastBefore(group, section);
    if (last != NONE && !prefix.contains(index.acquire.getInt(last))) {
      last = index.sections.lastUpTo(group, prefix.limit(index.sections.thread(group)));
    }
    boolean isUnfinished = last != NONE && !prefix.isFinished(last); // then it is the only one
    return isUnfinished ? index.sections.lastBefore(group, last) : last;
  }
}
