package io.racedet.compressed.stretch;

import io.racedet.compressed.summary.AccessKind;
import io.racedet.compressed.summary.LockBits;
import io.racedet.compressed.summary.OpenLocks;
import io.racedet.compressed.summary.OpenSummary;
import io.racedet.event.EventBlock;
import io.racedet.ids.DenseIds;
import io.racedet.ids.LockUse;
import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * The locks that protect accesses in a stretch of a trace: those that each thread holds, as far as
 * known from the stretch, and those that it holds throughout the next stretch. Not thread-safe.
 */
final class LockHolds {
  private final LockBits locks;
  private final OpenLocks open = new OpenLocks();
  private final DenseIds threads = new DenseIds();
  private long steps;
  private int[] held = new int[16]; // by number of the thread: lock sets
  private int[] heldExclusively = new int[16];
  private int[] throughout = new int[16]; // throughout the next stretch
  private int[] throughoutExclusively = new int[16];

  LockHolds(LockBits locks) {
    this.locks = locks;
  }

  /** The work since all holds were cleared, but for that of the sets. */
  long steps() {
    return steps + open.steps();
  }

  /** How many words the summary has. */
  long size() {
    return open.size();
  }

  void clear() {
    steps = 0;
    threads.clear();
    open.clear();
  }

  /** The number of a thread, or {@link DenseIds#NONE}. */
  int find(int thread) {
    return threads.find(thread);
  }

  int thread(int number) {
    return threads.number(number);
  }

  /** Assigns the next number to a thread. */
  int add(int thread) {
    int number = threads.add(thread);
    if (number == held.length) {
      held = IntArrays.grow(held, number + 1);
      heldExclusively = IntArrays.grow(heldExclusively, number + 1);
      throughout = IntArrays.grow(throughout, number + 1);
      throughoutExclusively = IntArrays.grow(throughoutExclusively, number + 1);
    }
    held[number] = locks.add();
    heldExclusively[number] = locks.add();
    throughout[number] = locks.add();
    throughoutExclusively[number] = locks.add();
    return number;
  }

  /** The set of locks that protect an access by a thread now. */
  int held(int number, boolean write) {
    return write ? heldExclusively[number] : held[number];
  }

  /** How many of a thread's acquires of a lock in the stretch are still open. */
  int acquired(int thread, int lockAndMode) {
    return open.acquired(thread, lockAndMode);
  }

  OpenSummary summary() {
    return open.summary();
  }

  /** Adds an acquire or a release; false if it releases a lock held before the stretch. */
  boolean take(long word, int number) {
    if (open.take(word)) {
      return false;
    }
    hold(number, EventBlock.operand(word));
    return true;
  }

  /** Updates whether a thread holds a lock. */
  private void hold(int number, int lock) {
    int thread = threads.number(number);
    boolean exclusive = open.acquired(thread, LockUse.of(lock, false)) > 0;
    boolean shared = open.acquired(thread, LockUse.of(lock, true)) > 0;
    put(heldExclusively[number], lock, exclusive);
    put(held[number], lock, exclusive || shared);
  }

  private void put(int set, int lock, boolean isIn) {
    if (isIn) {
      locks.put(set, lock);
    } else {
      locks.remove(set, lock);
    }
  }

  /** Determines which locks the threads hold throughout the next stretch. */
  void lookAt(OpenSummary next) {
    steps += threads.size();
    for (int number = 0; number < threads.size(); number++) {
      locks.copy(held[number], throughout[number]);
      locks.copy(heldExclusively[number], throughoutExclusively[number]);
    }
    for (int i = 0; i < next.threads().length; i++) {
      int number = threads.find(next.threads()[i]);
      for (int r = next.releaseBegin(i); r < next.releaseEnd()[i]; r++) {
        int lock = LockUse.lock(next.released()[r]);
        boolean exclusive = isThroughout(next, i, LockUse.of(lock, false));
        boolean shared = isThroughout(next, i, LockUse.of(lock, true));
        put(throughoutExclusively[number], lock, exclusive);
        put(throughout[number], lock, exclusive || shared);
      }
    }
  }

  private boolean isThroughout(OpenSummary next, int i, int lockAndMode) {
    int count = open.acquired(next.threads()[i], lockAndMode);
    steps += next.releaseEnd()[i] - next.releaseBegin(i);
    for (int r = next.releaseBegin(i); r < next.releaseEnd()[i]; r++) {
      if (next.released()[r] == lockAndMode) {
        count -= next.releaseCount()[r];
      }
    }
    return count > 0;
  }

  /**
   * Computes the locks that protect the reads and the writes of an entry of the next stretch, into
   * two sets. A set is not changed if there are no accesses of its kind.
   */
  void protectNext(LocksetSummary next, int entry, int number, int reads, int writes) {
    int words = next.words();
    int kinds = next.kinds()[entry];
    if (AccessKind.haveReads(kinds)) {
      int from = 2 * entry * words;
      locks.join(reads, throughout[number], next.sets(), from, words, next.locks());
    }
    if (AccessKind.haveWrites(kinds)) {
      int from = (2 * entry + 1) * words;
      locks.join(writes, throughoutExclusively[number], next.sets(), from, words, next.locks());
    }
  }

  /** Appends the next stretch. */
  void append(OpenSummary next) {
    open.append(next);
    for (int i = 0; i < next.threads().length; i++) {
      int number = threads.find(next.threads()[i]);
      for (int r = next.releaseBegin(i); r < next.releaseEnd()[i]; r++) {
        hold(number, LockUse.lock(next.released()[r]));
      }
      for (int a = next.acquireBegin(i); a < next.acquireEnd()[i]; a++) {
        hold(number, LockUse.lock(next.acquired()[a]));
      }
    }
  }
}
