package io.racedet.witness;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/** The order common to all correct reorderings that make the events of a goal next events. */
final class Closure implements PartialOrder {
  /* S: all events that those of the goal need. <: program order and needs. To a fixpoint:
   *  - Of two sections c, d that exclude each other, with both acquires in S, c comes first if d
   *    cannot end before the goal (it is open), or if acq(c) < some event of d in S. Then
   *    rel(c) and its needs are in S, and rel(c) < acq(d).
   *  - A read r in S sees its write w, so any other write w' of the cell in S comes after r if it
   *    comes after w, and before w if it comes before r.
   * No reordering exists if < has a cycle, or if S needs one of the goal.
   *
   * What an event knows of other threads is kept as a vector clock that changes only at events with
   * an edge from another thread. Sweeps visit S in the order of the trace, from the first event
   * that may have learned something, until nothing changes: edges against the order of the trace
   * are few. For the sections, reads or writes by one thread it suffices to consider the last. */
  private static final int NONE = TraceIndex.NONE;

  private final TraceIndex index;
  private final Needs needs;
  private final Prefix prefix;
  private final Dependents dependents;
  private final Edges edges = new Edges();
  private final Reach reach;
  private final Budget budget;
  private final IntArrayList sources = new IntArrayList();
  private final IntArrayList unfinished = new IntArrayList(); // sections whose release is not in S
  private int[] order = new int[0]; // S in the order of the trace
  private int swept; // the edges before are already applied
  private Contradiction contradiction;

  /**
   * Why there is no reordering: an event that would have to come before itself, or a section that
   * is never released.
   */
  record Contradiction(int event, int unreleased) {}

  Closure(TraceIndex index, Goal target, int[] scratch, Budget budget) {
    this.index = index;
    this.budget = budget;
    needs = new Needs(index);
    dependents = new Dependents(index, target, budget);
    reach = new Reach(index, scratch, budget);
    prefix = Prefix.smallest(index, target, budget, reach::admit);
  }

  @Override
  public Prefix prefix() {
    return prefix;
  }

  Edges edges() {
    return edges;
  }

  @Override
  public void collect(int position, IntArrayList into) {
    needs.collect(position, into);
    edges.collect(position, into);
  }

  /** The contradiction that has been found, or null. */
  Contradiction contradiction() {
    return contradiction;
  }

  /** Orders an event before another one, and adds both to the set. */
  void put(int earlier, int later) {
    edges.add(earlier, later);
    if (!prefix.add(earlier) || !prefix.add(later)) {
      contradiction = new Contradiction(NONE, NONE);
    }
  }

  /** Applies the rules until nothing changes, a contradiction is found, or the budget is spent. */
  void close() {
    if (prefix.needsTarget()) {
      contradiction = new Contradiction(NONE, NONE);
    }
    int from = 0;
    while (contradiction == null && from != NONE && !budget.isSpent()) {
      from = sweep(from);
    }
  }

  /** Visits the events from a position in the order on; returns where the next sweep starts. */
  private int sweep(int from) {
    int start = from;
    if (order.length < prefix.size()) {
      orderNew();
      start = 0; // visited events may have to be compared with the new ones
    }
    swept = edges.size();
    budget.spend(order.length - start);
    for (int i = start; i < order.length && contradiction == null && !budget.isSpent(); i++) {
      int p = order[i];
      if (!arrive(p)) {
        contradiction = new Contradiction(p, NONE);
      } else {
        check(p);
      }
    }
    for (int i = 0; i < unfinished.size() && contradiction == null; i++) {
      checkUnfinished(unfinished.getInt(i));
    }
    return firstStale();
  }

  private void orderNew() {
    order = prefix.positions();
    unfinished.clear();
    for (int p : order) {
      if (index.isAcquire(p) && !prefix.isFinished(index.link(p))) {
        unfinished.add(index.link(p));
      }
    }
  }

  /** The position of the first event to which an edge adds something new, or NONE. */
  private int firstStale() {
    int first = TraceIndex.NEVER;
    for (int edge = 0; edge < edges.size(); edge++) {
      int to = edges.to(edge);
      boolean isPassed = edge >= swept || edges.from(edge) > to;
      if (isPassed && to < first && !reach.covers(to, edges.from(edge))) {
        first = to;
      }
    }
    return first == TraceIndex.NEVER ? NONE : Arrays.binarySearch(order, first);
  }

  /** Joins everything ordered before an event into its clock; false when it is before itself. */
  private boolean arrive(int p) {
    int rank = index.rank(p);
    reach.inherit(p, rank == 1 ? NONE : index.event(index.thread(p), rank - 1));
    sources.clear();
    collect(p, sources);
    boolean possible = true;
    for (int i = 0; possible && i < sources.size(); i++) {
      possible = reach.learn(p, sources.getInt(i));
    }
    return possible;
  }

  private void check(int p) {
    switch (index.op(p)) {
      case RELEASE, RELEASE_SHARED -> checkSection(index.link(p), p, false);
      case READ, ATOMIC_READ, SYNC_READ -> {
        if (index.isContended(index.cell(p))) {
          checkRead(p);
        }
      }
      case WRITE, ATOMIC_WRITE, SYNC_WRITE -> {
        if (index.isContended(index.cell(p))) {
          checkWrite(p);
        }
      }
      default -> {
        /* No rule applies. */
      }
    }
  }

  private void checkUnfinished(int section) {
    int thread = index.thread(index.acquire.getInt(section));
    int release = index.release.getInt(section);
    boolean isOpen = release == TraceIndex.NEVER || dependents.contains(release);
    checkSection(section, index.event(thread, prefix.limit(thread)), isOpen);
  }

  /** Ends the sections that must come before a given one, whose last event in the set is given. */
  private void checkSection(int section, int last, boolean isOpen) {
    int acquire = index.acquire.getInt(section);
    int lock = index.operand(acquire);
    int own = index.thread(acquire);
    int end = index.sections.groups(lock + 1);
    budget.count(end - index.sections.groups(lock));
    for (int g = index.sections.groups(lock); g < end && contradiction == null; g++) {
      int thread = index.sections.thread(g);
      boolean excludes =
          index.kind(section) == TraceIndex.EXCLUSIVE
              || index.sections.kind(g) == TraceIndex.EXCLUSIVE;
      if (thread != own && excludes) {
        int bound = isOpen ? prefix.limit(thread) : reach.known(last, thread);
        int before = index.sections.lastUpTo(g, bound);
        if (before != NONE) {
          endBefore(before, acquire);
        }
      }
    }
  }

  private void endBefore(int section, int acquire) {
    int release = index.release.getInt(section);
    if (release == TraceIndex.NEVER) {
      contradiction = new Contradiction(acquire, section);
    } else if (!reach.isBefore(release, acquire)) {
      put(release, acquire);
    }
  }

  /** Orders every write before a read also before the write that the read sees. */
  private void checkRead(int read) {
    int cell = index.cell(read);
    int seen = index.link(read);
    if (seen == NONE) {
      return; // it is ordered before all writes where these are checked
    }
    int end = index.accesses().groups(cell + 1);
    budget.count(end - index.accesses().groups(cell));
    for (int g = index.accesses().groups(cell); g < end && contradiction == null; g++) {
      if (index.accesses().kind(g) != TraceIndex.WRITES) {
        continue;
      }
      int write = index.accesses().lastUpTo(g, reach.known(read, index.accesses().thread(g)));
      if (write != NONE && write != seen && !reach.isBefore(write, seen)) {
        put(write, seen);
      }
    }
  }

  /** Orders every write after another one also after all reads that see the other one. */
  private void checkWrite(int write) {
    int cell = index.cell(write);
    putReadersBefore(NONE, write);
    int end = index.accesses().groups(cell + 1);
    budget.count(end - index.accesses().groups(cell));
    for (int g = index.accesses().groups(cell); g < end && contradiction == null; g++) {
      if (index.accesses().kind(g) == TraceIndex.WRITES) {
        int earlier = lastWriteBefore(g, write);
        if (earlier != NONE && !isHidden(earlier, g, write)) {
          putReadersBefore(earlier, write);
        }
      }
    }
  }

  /** The last write of a group that is before a write, or NONE. */
  private int lastWriteBefore(int group, int write) {
    int thread = index.accesses().thread(group);
    int bound = reach.known(write, thread);
    return index.accesses().lastUpTo(group, thread == index.thread(write) ? bound - 1 : bound);
  }

  /**
   * Whether a write of another thread is between two writes; then its readers are checked instead.
   */
  private boolean isHidden(int earlier, int group, int write) {
    int cell = index.cell(write);
    int end = index.accesses().groups(cell + 1);
    budget.count(end - index.accesses().groups(cell));
    for (int g = index.accesses().groups(cell); g < end; g++) {
      if (g != group && index.accesses().kind(g) == TraceIndex.WRITES) {
        int between = lastWriteBefore(g, write);
        if (between != NONE && reach.isBefore(earlier, between)) {
          return true;
        }
      }
    }
    return false;
  }

  private void putReadersBefore(int seen, int write) {
    int cell = index.cell(write);
    int end = index.accesses().groups(cell + 1);
    budget.count(end - index.accesses().groups(cell));
    for (int g = index.accesses().groups(cell); g < end && contradiction == null; g++) {
      if (index.accesses().kind(g) == TraceIndex.READS) {
        int reader = Readers.last(index, prefix, g, seen);
        if (reader != NONE && !reach.isBefore(reader, write)) {
          put(reader, write);
        }
      }
    }
  }
}
