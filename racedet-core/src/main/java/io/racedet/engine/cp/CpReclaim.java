package io.racedet.engine.cp;

import io.racedet.engine.history.AccessTable;
import io.racedet.engine.history.Epoch;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.Arrays;

/**
 * Finds the finished sections that no live owner can distinguish from others, and drops them from
 * their histories (Algorithm 7). An owner is live while it may be compared with a later event: the
 * last accesses, and the acquires of sections that are kept.
 */
final class CpReclaim {
  /* A section's number is needed in two cases. For an owner rho of thread u at t: the first section
   * whose release comes after rho, so a section is kept if it is the first for some owner, unless
   * rho is CP-before the lock's last release, since no later section of the lock has a question
   * about it then. For an answer l: the last kept section up to it suffices, since an answer is
   * only compared with the numbers of owners. Acquires of sections are owners for the histories of
   * other locks and modes if their sections are kept for other owners: the marks are the least
   * fixpoint.
   *
   * A pass costs O(sections * threads) and, for the fixpoint, O(sections kept * histories). It is
   * abandoned, with all sections kept, when the fixpoint exceeds a budget that is constant for each
   * section. As a pass runs when the number of sections has doubled, the amortised cost for each
   * section is constant except for the number of threads. */
  private static final int EFFORT = 128; // histories visited for each section, on average
  private static final long[] NONE = {};

  private final CpClocks clocks;
  private long[][] times = new long[0][]; // of owners, by thread
  private int[] sizes = new int[0];
  private final boolean[][] marked; // by history, then position
  private long[] pending = new long[1024]; // | history:32 | position:32 |
  private int pendingSize;

  CpReclaim(CpClocks clocks) {
    this.clocks = clocks;
    marked = new boolean[clocks.histories()][];
    for (int h = 0; h < marked.length; h++) {
      marked[h] = new boolean[clocks.history(h).size()];
    }
  }

  /** Adds an access as an owner; 0 is no access. */
  void owner(long epoch) {
    if (epoch != 0) {
      add(Epoch.thread(epoch), Epoch.index(epoch));
    }
  }

  /** Adds the accesses in a row of {@link AccessTable} as owners. */
  void owners(long[] row) {
    for (int i = 0; i < row.length; i += 2) {
      owner(row[i]);
    }
  }

  private void add(int thread, long time) {
    if (thread >= times.length) {
      int length = times.length;
      times = ObjectArrays.grow(times, thread + 1);
      Arrays.fill(times, length, times.length, NONE);
      sizes = IntArrays.grow(sizes, thread + 1);
    }
    times[thread] = LongArrays.grow(times[thread], sizes[thread] + 1);
    times[thread][sizes[thread]++] = time;
  }

  /** Marks the sections needed by the pairs that await a question. */
  void waiting(CpQuestion question) {
    for (int i = 0; i < question.pairs(); i++) {
      mark(question.history.id(), question.history.position(question.needed(i)));
    }
  }

  /**
   * Drops the sections that are not needed.
   *
   * @return false if the pass was abandoned, with nothing dropped
   */
  boolean run() {
    for (int thread = 0; thread < times.length; thread++) {
      Arrays.sort(times[thread], 0, sizes[thread]);
    }
    for (int h = 0; h < marked.length; h++) {
      for (int thread = 0; thread < times.length; thread++) {
        if (sizes[thread] > 0) {
          markFirsts(clocks.history(h), thread);
        }
      }
    }
    if (!closeUnderAcquires()) {
      return false;
    }
    for (int h = 0; h < marked.length; h++) {
      clocks.history(h).keep(marked[h]);
    }
    clocks.countSections();
    return true;
  }

  /** Marks the sections that are the first after some owner of a thread. */
  private void markFirsts(CpHistory history, int thread) {
    long known = settled(history, thread);
    for (int position = 0; position < history.size(); position++) {
      long next = history.known(position, thread);
      if (next > known) {
        int at = Arrays.binarySearch(times[thread], 0, sizes[thread], known + 1);
        at = at < 0 ? ~at : at;
        if (at < sizes[thread] && times[thread][at] <= next) {
          mark(history.id(), position);
        }
        known = next;
      }
    }
  }

  /** The time up to which no section number is needed for a thread's events. */
  private long settled(CpHistory history, int thread) {
    return history.isAsked() ? 0 : clocks.knownToRelease(history, thread);
  }

  private void mark(int history, int position) {
    if (!marked[history][position]) {
      marked[history][position] = true;
      pending = LongArrays.grow(pending, pendingSize + 1);
      pending[pendingSize++] = (long) history << Integer.SIZE | position;
    }
  }

  /**
   * Marks the sections that the acquires of marked sections need; false if that exceeds the budget.
   */
  private boolean closeUnderAcquires() {
    long budget = EFFORT * clocks.sections();
    while (pendingSize > 0 && budget > 0) {
      long section = pending[--pendingSize];
      int of = (int) (section >>> Integer.SIZE);
      CpHistory history = clocks.history(of);
      int thread = history.thread((int) section);
      long acquired = history.acquired((int) section);
      for (int h = 0; h < marked.length; h++) {
        if (h != of) {
          markFirst(clocks.history(h), thread, acquired);
        }
      }
      budget -= marked.length;
    }
    return pendingSize == 0;
  }

  private void markFirst(CpHistory history, int thread, long time) {
    int last = history.size() - 1;
    if (last >= 0 && history.known(last, thread) >= time && settled(history, thread) < time) {
      long first = history.firstAfter(thread, time, history.count());
      mark(history.id(), history.position(first));
    }
  }
}
