package io.racedet.engine.order;

import io.racedet.clock.Clock;

/**
 * Finished sections of a lock that happens-before orders totally, oldest first, until an event of a
 * later section is known to be ordered after one of them: rule (b).
 */
final class WcpQueue {
  /* Successive sections by one thread form a run, which the thread itself, for which they do not
   * count, skips in one step. Positions are absolute; a ring holds those from head to tail. */
  private static final int INITIAL = 4;

  private OpenSection[] sections = new OpenSection[INITIAL];
  private long head;
  private long tail;
  private long[] runEnds = new long[INITIAL]; // position after each run, a ring
  private int firstRun;
  private int runs;

  void add(OpenSection section) {
    if (tail - head == sections.length) {
      growSections();
    }
    boolean continues = tail > head && at(tail - 1).thread == section.thread;
    sections[(int) tail & sections.length - 1] = section;
    tail++;
    if (!continues) {
      if (runs == runEnds.length) {
        growRuns();
      }
      runs++;
    }
    runEnds[firstRun + runs - 1 & runEnds.length - 1] = tail;
  }

  /** The number of sections. */
  int size() {
    return (int) (tail - head);
  }

  /** Position of the oldest section. */
  long head() {
    return head;
  }

  /**
   * Removes the sections up to the newest one by another thread whose acquire is known.
   *
   * @return that section, or null if there is none
   */
  OpenSection takeKnown(int thread, Clock known) {
    long taken = afterKnown(head, thread, known);
    if (taken == head) {
      return null;
    }
    OpenSection newest = at(taken - 1);
    remove(taken);
    return newest;
  }

  /** Position after the newest known section by another thread, from a position on. */
  long afterKnown(long from, int thread, Clock known) {
    long behind = Math.max(from, head);
    long at = behind;
    for (int run = runAt(at); run < runs; run++) {
      long end = runEnd(run);
      int other = at(at).thread;
      if (other != thread) {
        long time = known.known(other);
        while (at < end && at(at).acquired <= time) {
          behind = ++at;
        }
        if (at < end) {
          break;
        }
      }
      at = end;
    }
    return behind;
  }

  /** The run that contains a position, or the number of runs. */
  private int runAt(long position) {
    int low = 0;
    int high = runs;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (runEnd(middle) > position) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private long runEnd(int run) {
    return runEnds[firstRun + run & runEnds.length - 1];
  }

  /** The section at a position from {@link #head()} on. */
  OpenSection at(long position) {
    return sections[(int) position & sections.length - 1];
  }

  private void remove(long until) {
    for (; head < until; head++) {
      sections[(int) head & sections.length - 1] = null;
    }
    while (runs > 0 && runEnds[firstRun] <= head) {
      firstRun = firstRun + 1 & runEnds.length - 1;
      runs--;
    }
  }

  private void growSections() {
    OpenSection[] longer = new OpenSection[2 * sections.length];
    for (long at = head; at < tail; at++) {
      longer[(int) at & longer.length - 1] = at(at);
    }
    sections = longer;
  }

  private void growRuns() {
    long[] longer = new long[2 * runEnds.length];
    for (int run = 0; run < runs; run++) {
      longer[run] = runEnds[firstRun + run & runEnds.length - 1];
    }
    runEnds = longer;
    firstRun = 0;
  }
}
