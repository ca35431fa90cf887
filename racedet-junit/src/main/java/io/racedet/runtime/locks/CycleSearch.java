package io.racedet.runtime.locks;

/**
 * Searches for a cycle of threads each of which holds what the one before requests, breadth first:
 * each thread is looked at once, so that a search among n threads takes time proportional to n for
 * each thread that is reached. Allocates only while the number of threads grows. Confined to the
 * thread that it begins with.
 */
final class CycleSearch {
  private static final int INITIAL = 16;

  /* By the numbers of threads: the last search that has reached them. */
  private int[] reachedBy = new int[INITIAL];
  private int search;

  /* Of the threads reached, the searching one first, in order: their numbers, and whom they block. */
  private int[] reached = new int[INITIAL];
  private int[] before = new int[INITIAL];

  /**
   * A shortest cycle, with threads that wait for locks with stamps or without: the threads in
   * order, this one first; null if there is none.
   */
  HeldLocks[] cycle(HeldLocks self, AskingThreads threads, boolean withStamps) {
    int count = threads.count();
    begin(count);
    int found = 1;
    for (int at = 0; at < found; at++) {
      HeldLocks last = at == 0 ? self : threads.at(reached[at]);
      if (at > 0 && self.blocks(last, withStamps)) {
        return path(self, threads, at);
      }
      for (int i = 0; i < count; i++) {
        HeldLocks next = threads.at(i);
        if (reachedBy[i] != search
            && next.asks()
            && next != self
            && next.blocks(last, withStamps)) {
          reachedBy[i] = search;
          reached[found] = i;
          before[found++] = at;
        }
      }
    }
    return null;
  }

  private void begin(int count) {
    if (count >= reachedBy.length) {
      int length = 2 * count;
      reachedBy = new int[length];
      reached = new int[length];
      before = new int[length];
      search = 0;
    }
    search++;
  }

  private HeldLocks[] path(HeldLocks self, AskingThreads threads, int last) {
    int length = 1;
    for (int at = last; at > 0; at = before[at]) {
      length++;
    }
    HeldLocks[] path = new HeldLocks[length];
    path[0] = self;
    for (int at = last; at > 0; at = before[at]) {
      path[--length] = threads.at(reached[at]);
    }
    return path;
  }
}
