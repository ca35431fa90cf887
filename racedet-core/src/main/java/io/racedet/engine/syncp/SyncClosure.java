package io.racedet.engine.syncp;

import io.racedet.engine.history.Epoch;
import io.racedet.ids.LockUse;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;

/**
 * The smallest set of events that holds given ones, is closed under what each event needs, and in
 * which of two critical sections that exclude each other the earlier one is complete. Arranged in
 * the order of the trace, it is a correct reordering that keeps the order of the locks. It is a
 * prefix of each thread, and only grows, except that it can go back to a mark.
 *
 * <p>Growing from one set to a larger one visits only what is new, at most once each need and each
 * section. All events of the closure are earlier in the trace than the last of the given ones, or
 * equal to it, so that it can be computed while the trace arrives. Not thread-safe.
 */
public final class SyncClosure {
  /* SPClosure of [1]. A thread's prefix is the largest index of its events in the set. For each
   * lock the last exclusive section of the set is kept: when another one is visited, the earlier of
   * the two is completed, so that all but the last one are complete. Of the sections of a thread
   * for one lock only the last one matters, since the thread itself completes the others; where a
   * prefix grows by many sections, only the last one for each lock is visited.
   *
   * Deviations: sections in read mode do not constrain each other; when an exclusive one is
   * visited, it is compared with the last one of each thread, found by binary search.
   *
   * [1] Mathur, Pavlogiannis, Viswanathan. Optimal prediction of synchronization-preserving races.
   *     POPL 2021, section 4. */
  private static final int FEW = 16; // sections that are visited one by one
  private static final int LOCK = 1; // kind of what is undone
  private static final int THREAD = 0;

  private final SyncHistory history;
  private final Sections sections;
  private long[] upTo; // by thread: the end of its prefix, an index
  private int[] needsDone; // by thread
  private int[] sectionsDone;
  private int[] lastExclusive; // by lock: 1 + the last section
  private final LongArrayList pending = new LongArrayList(); // epochs to be added

  // What to restore, newest last: | id:32 | kind:32 |, then the old values.
  private final LongArrayList undo = new LongArrayList();
  private boolean isMarked;
  private long visited;

  /**
   * Creates the empty set.
   *
   * @param history the trace, up to the last event that is added
   */
  public SyncClosure(SyncHistory history) {
    this(history, new long[0], new int[0], new int[0], new int[0]);
  }

  private SyncClosure(
      SyncHistory history, long[] upTo, int[] needsDone, int[] sectionsDone, int[] lastExclusive) {
    this.history = history;
    this.upTo = upTo;
    this.needsDone = needsDone;
    this.sectionsDone = sectionsDone;
    this.lastExclusive = lastExclusive;
    sections = history.sections;
  }

  /** {@return an equal set without a mark; O(threads + locks)} */
  public SyncClosure copy() {
    return new SyncClosure(
        history, upTo.clone(), needsDone.clone(), sectionsDone.clone(), lastExclusive.clone());
  }

  /**
   * {@return how far a thread is in the set: the thread's events up to this index are in it, and no
   * others; 0 if none is}
   */
  public long upTo(int thread) {
    return thread < upTo.length ? upTo[thread] : 0;
  }

  /**
   * {@return how much work the set has taken so far, to which its time is proportional: how many
   * needs and sections were visited since it was created or copied}
   */
  public long visited() {
    return visited;
  }

  /**
   * Adds the events of a thread up to an index, and what they need.
   *
   * @param index an index, not necessarily of one of its events; events that come later in the
   *     trace must not be recorded with indices up to it
   */
  public void add(int thread, long index) {
    await(thread, index);
    while (!pending.isEmpty()) {
      long next = pending.removeLong(pending.size() - 1);
      if (Epoch.index(next) > upTo(Epoch.thread(next))) {
        extend(Epoch.thread(next), Epoch.index(next));
      }
    }
  }

  /** Remembers the present set, to which {@link #undo} returns; in place of an earlier mark. */
  public void mark() {
    undo.clear();
    isMarked = true;
  }

  /** Returns to the set that was marked, in time linear in what has been added; without a mark. */
  public void undo() {
    while (!undo.isEmpty()) {
      long what = undo.removeLong(undo.size() - 1);
      long old = undo.removeLong(undo.size() - 1);
      int id = (int) (what >>> Integer.SIZE);
      if ((int) what == LOCK) {
        lastExclusive[id] = (int) old;
      } else {
        needsDone[id] = (int) (old >>> Integer.SIZE);
        sectionsDone[id] = (int) old;
        upTo[id] = undo.removeLong(undo.size() - 1);
      }
    }
    isMarked = false;
  }

  private void await(int thread, long index) {
    if (index > upTo(thread)) {
      pending.add(Epoch.of(thread, index));
    }
  }

  private void extend(int thread, long index) {
    ensureThread(thread);
    if (isMarked) {
      undo.add(upTo[thread]);
      undo.add((long) needsDone[thread] << Integer.SIZE | sectionsDone[thread]);
      undo.add((long) thread << Integer.SIZE | THREAD);
    }
    upTo[thread] = index;
    ThreadLine line = history.line(thread);
    int need = needsDone[thread];
    for (int end = line.needs(); need < end && line.since(need) <= index; need++) {
      await(Epoch.thread(line.needed(need)), Epoch.index(line.needed(need)));
    }
    visited += 1 + need - needsDone[thread];
    needsDone[thread] = need;
    extendSections(line, thread, index);
  }

  private void extendSections(ThreadLine line, int thread, long index) {
    int from = sectionsDone[thread];
    if (from == line.sections.size() || sections.acquired(line.sections.getInt(from)) > index) {
      return;
    }
    int few = Math.min(line.sections.size(), from + FEW + line.byLock.size());
    int end = from;
    while (end < few && sections.acquired(line.sections.getInt(end)) <= index) {
      end++;
    }
    if (end < few || end == line.sections.size()) {
      for (int i = from; i < end; i++) {
        visit(line.sections.getInt(i));
      }
    } else {
      int first = line.sections.getInt(from);
      for (IntArrayList of : line.byLock.values()) {
        int count = sections.countUpTo(of, 0, index);
        if (count > 0 && of.getInt(count - 1) >= first) {
          visit(of.getInt(count - 1));
        }
      }
      visited += line.byLock.size();
      end = sections.countUpTo(line.sections, end, index);
    }
    sectionsDone[thread] = end;
  }

  private void visit(int section) {
    visited++;
    int lock = sections.lock(section);
    lastExclusive = IntArrays.grow(lastExclusive, lock + 1);
    int last = lastExclusive[lock] - 1;
    if (last != Sections.NONE) {
      separate(section, last);
    }
    if (sections.isShared(section)) {
      return;
    }
    if (last < section) {
      if (isMarked) {
        undo.add(last + 1);
        undo.add((long) lock << Integer.SIZE | LOCK);
      }
      lastExclusive[lock] = section + 1;
    }
    IntArrayList sharers = history.sharers(lock);
    for (int i = 0; sharers != null && i < sharers.size(); i++) {
      visited++;
      int thread = sharers.getInt(i);
      int shared = history.lastUpTo(thread, LockUse.of(lock, true), upTo(thread));
      if (shared != Sections.NONE) {
        separate(section, shared);
      }
    }
  }

  /** Completes the earlier one of two sections that exclude each other. */
  private void separate(int one, int other) {
    int earlier = Math.min(one, other);
    int thread = sections.thread(earlier);
    if (sections.thread(one) != sections.thread(other)) {
      long end = sections.released(earlier);
      if (end == 0) {
        throw new IllegalStateException(
            "the section at " + sections.acquired(earlier) + " is open while another one begins");
      }
      await(thread, end);
    }
  }

  private void ensureThread(int thread) {
    if (thread >= upTo.length) {
      upTo = LongArrays.grow(upTo, thread + 1);
      needsDone = IntArrays.grow(needsDone, thread + 1);
      sectionsDone = IntArrays.grow(sectionsDone, thread + 1);
    }
  }
}
