package io.racedet.engine.cp;

import io.racedet.clock.Clock;
import io.racedet.clock.ThreadClocks;

/**
 * The newest orders of Algorithm 4, line 4, which the clocks of releases have not learned yet: they
 * learn them when they are needed. While sections that are nested end, each of their orders
 * includes those of the sections inside of it, so that one is left of all of them.
 */
final class CpPending {
  private static final int CAPACITY = 4;

  private int size;
  private final int[] acquirer = new int[CAPACITY];
  private final long[] acquired = new long[CAPACITY];
  private final int[] releaser = new int[CAPACITY];
  private final long[] released = new long[CAPACITY];
  private final Clock[] clock = new Clock[CAPACITY];

  boolean isFull() {
    return size == CAPACITY;
  }

  /** When the oldest of the orders begins to hold: at its acquire. */
  long oldestAcquired() {
    return acquired[0];
  }

  /**
   * Adds an order: everything that happens before a release is before everything that an acquire
   * happens before. There is room for it.
   */
  void add(int byAcquirer, long acquiredAt, int byReleaser, long releasedAt, Clock known) {
    acquirer[size] = byAcquirer;
    acquired[size] = acquiredAt;
    releaser[size] = byReleaser;
    released[size] = releasedAt;
    clock[size++] = known;
  }

  /** Drops the orders that a new one includes. */
  void dropIncluded(int byAcquirer, long acquiredAt, int byReleaser, long releasedAt, Clock known) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      long ofReleaser = releaser[i] == byReleaser ? releasedAt : known.known(releaser[i]);
      if (acquirer[i] != byAcquirer || acquired[i] < acquiredAt || ofReleaser < released[i]) {
        move(i, kept++);
      }
    }
    shrink(kept);
  }

  /** Drops the oldest order. */
  void dropOldest() {
    for (int i = 1; i < size; i++) {
      move(i, i - 1);
    }
    shrink(size - 1);
  }

  private void move(int from, int to) {
    acquirer[to] = acquirer[from];
    acquired[to] = acquired[from];
    releaser[to] = releaser[from];
    released[to] = released[from];
    clock[to] = clock[from];
  }

  private void shrink(int newSize) {
    while (size > newSize) {
      clock[--size] = null;
    }
  }

  /** Lets the clock of the last release in a history learn the orders. */
  void learn(CpHistory history, ThreadClocks ofReleases) {
    for (int i = 0; i < size; i++) {
      learn(i, history, ofReleases);
    }
  }

  /** Lets the clock of the last release in a history learn the oldest order. */
  void learnOldest(CpHistory history, ThreadClocks ofReleases) {
    learn(0, history, ofReleases);
  }

  private void learn(int i, CpHistory history, ThreadClocks ofReleases) {
    if (history.known(history.size() - 1, acquirer[i]) >= acquired[i]) {
      ofReleases.learn(history.id(), releaser[i], released[i], clock[i]);
    }
  }
}
