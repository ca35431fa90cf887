package io.racedet.engine.order;

import io.racedet.clock.Clock;
import io.racedet.clock.JoinListener;
import io.racedet.clock.ThreadClocks;
import io.racedet.event.Op;
import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;

/** Weak-dependently-precedes, with branches assumed to depend on every read. */
public final class WdpOrder extends ClockOrder {
  /* Program order, with fork, join, notify to wake, and conflicting sync operations and hand-offs
   * in their observed order; and for sections of one lock by different threads
   *
   *   RCD  release of the first before a read in the second whose last write is in the first;
   *   RRD  release of the first before release of the second if something in the first is before
   *        something in the second.
   *
   * [2] states RCD with the two sections swapped, so that it never holds; [1] and the examples of
   *     [2] require it as here. All reads count as in [2]: no branches are recorded.
   *
   * For RCD a variable keeps the open sections of its last write, and these get a release each. RRD
   * is checked at a release, for every thread that used the lock: of its sections at most the one
   * that is open at its newest known event matters, since earlier ones are already ordered. A
   * thread is known up to a release, a fork or the like, never up to an access. So sections that
   * contain none of these are not kept, and releases of sections without a write and without these
   * are known to no other thread.
   *
   * [1] Genc, Roemer, Xu, Bond. Dependence-aware, unbounded sound predictive race detection.
   *     OOPSLA 2019.
   * [2] Sulzmann, Stadtmueller. Efficient, near complete and often sound hybrid dynamic data race
   *     prediction. MPLR 2020: definition 3.6. */
  private final LocklessOrder edges;
  private final PwrSections sections = new PwrSections(Integer.MAX_VALUE);
  private HeldSections[] writtenIn = new HeldSections[0]; // by variable: those of the last write

  private HeldSections[] held = new HeldSections[0]; // by thread
  private final MarkedSections heldNow = new MarkedSections();
  private long[] lastWrite = new long[0]; // by thread: the newest write
  private long[] lastKnowable =
      new long[0]; // by thread: the newest event up to which others can know it

  /**
   * Creates the order of an empty trace.
   *
   * @param joins receives the edges; may be null
   */
  public WdpOrder(JoinListener joins) {
    super(new ThreadClocks(joins));
    edges = new LocklessOrder(clocks, true);
  }

  @Override
  void update(Op op, int thread, int operand, long time) {
    if (thread >= held.length) {
      growThreads(thread);
    }
    switch (op) {
      case ACQUIRE -> acquire(thread, operand, false, time);
      case ACQUIRE_SHARED -> acquire(thread, operand, true, time);
      case RELEASE -> release(thread, operand, false, time);
      case RELEASE_SHARED -> release(thread, operand, true, time);
      case AGAIN -> {
        /* Nothing is known of it. */
      }
      default -> {
        edges.arrive(op, thread, operand, time);
        lastKnowable[thread] = time;
      }
    }
    edges.leave(op, thread, operand, time);
  }

  @Override
  public boolean isMovedByAccesses(int thread) {
    return true; // each write is recorded
  }

  @Override
  public boolean access(boolean isWrite, int thread, int variable, long time) {
    HeldSections mine = thread < held.length ? held[thread] : null;
    if (isWrite) {
      write(thread, variable, mine, time);
      return false;
    }
    return mine != null
        && variable < writtenIn.length
        && writtenIn[variable] != null
        && joinSectionsOfWrite(thread, mine, writtenIn[variable]);
  }

  private void write(int thread, int variable, HeldSections mine, long time) {
    if (variable >= writtenIn.length) {
      writtenIn = ObjectArrays.grow(writtenIn, variable + 1);
    }
    if (writtenIn[variable] != mine) {
      writtenIn[variable] = mine;
    }
    if (mine != null) {
      lastWrite[thread] = time;
    }
  }

  private boolean joinSectionsOfWrite(int thread, HeldSections mine, HeldSections written) {
    if (written.innermost().thread == thread) {
      return false;
    }
    heldNow.mark(mine);
    boolean learned = false;
    for (HeldSections theirs = written; theirs != null; theirs = theirs.others()) {
      OpenSection section = theirs.innermost();
      if (heldNow.excludes(section)) {
        learned |= clocks.join(thread, section.thread, section.released(), section.clock());
      }
    }
    return learned;
  }

  private void acquire(int thread, int lock, boolean shared, long time) {
    held[thread] = new HeldSections(new OpenSection(thread, lock, shared, time), held[thread]);
  }

  private void release(int thread, int lock, boolean shared, long time) {
    while (joinSectionsSeenInto(thread, lock, shared)) {
      // The new events may be inside a section of a thread already visited.
    }
    OpenSection section = held[thread].find(lock, shared);
    held[thread] = held[thread].without(section);
    boolean knowableInside = lastKnowable[thread] >= section.acquired;
    Clock clock = null;
    if (knowableInside || lastWrite[thread] >= section.acquired) {
      clock = clocks.snapshot(thread);
      section.end(time, clock);
      lastKnowable[thread] = time;
    }
    sections.add(lock, thread, shared, section.acquired, time, knowableInside ? clock : null);
  }

  private boolean joinSectionsSeenInto(int thread, int lock, boolean shared) {
    boolean learned = false;
    int user = sections.firstUser(lock);
    for (; user != PwrSections.NONE; user = sections.nextUser(user)) {
      int section = sections.seenInto(user, clocks, thread, shared);
      if (section != PwrSectionList.NONE) {
        PwrSectionList list = sections.list(user);
        learned |=
            clocks.join(thread, sections.thread(user), list.released(section), list.clock(section));
      }
    }
    return learned;
  }

  private void growThreads(int thread) {
    held = ObjectArrays.grow(held, thread + 1);
    lastWrite = LongArrays.grow(lastWrite, thread + 1);
    lastKnowable = LongArrays.grow(lastKnowable, thread + 1);
  }
}
