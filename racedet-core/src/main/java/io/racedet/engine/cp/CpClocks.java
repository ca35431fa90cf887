package io.racedet.engine.cp;

import io.racedet.clock.Clock;
import io.racedet.clock.ThreadClocks;
import io.racedet.engine.EdgeRule;
import io.racedet.engine.EngineSetup;
import io.racedet.engine.history.Recency;
import io.racedet.engine.order.JoinEdges;
import io.racedet.engine.order.LocklessOrder;
import io.racedet.event.Op;
import it.unimi.dsi.fastutil.objects.ObjectArrays;

/**
 * The clocks of each thread, and of the last release in each history: in happens-before with hard
 * edges, and in CP as far as it is known.
 */
final class CpClocks {
  final ThreadClocks happensBefore;
  final ThreadClocks cp;
  private final ThreadClocks cpOfReleases; // by history, but for what is pending
  private final CpPending pending = new CpPending();
  private final LocklessOrder edges;
  private final LocklessOrder hardEdges;
  private final Recency threads = new Recency();
  private final Recency releases = new Recency();
  private CpHistory[] histories = new CpHistory[16];
  private int size;
  private long sections; // in all histories
  private long settled;

  CpClocks(EngineSetup setup) {
    happensBefore = new ThreadClocks(JoinEdges.of(setup, EdgeRule.HAPPENS_BEFORE));
    cp = new ThreadClocks(JoinEdges.of(setup, EdgeRule.ORDER));
    cpOfReleases = new ThreadClocks();
    edges = new LocklessOrder(happensBefore, true);
    hardEdges = new LocklessOrder(cp, happensBefore, true);
  }

  CpHistory newHistory() {
    histories = ObjectArrays.grow(histories, size + 1);
    histories[size] = new CpHistory(size);
    return histories[size++];
  }

  int histories() {
    return size;
  }

  /** The number of finished sections that are kept. */
  long sections() {
    return sections;
  }

  /** Recounts the sections after some were dropped. */
  void countSections() {
    sections = 0;
    for (int h = 0; h < size; h++) {
      sections += histories[h].size();
    }
  }

  CpHistory history(int id) {
    return histories[id];
  }

  /** Whether an event is ordered before a thread's present by happens-before with hard edges. */
  boolean isKnown(int thread, int other, long time) {
    return other == thread || happensBefore.known(thread, other) >= time;
  }

  /**
   * Updates the clocks by an event other than an acquire or release; of those, only waits are
   * tracked.
   */
  void order(Op op, int thread, int operand, long time) {
    edges.arrive(op, thread, operand, time);
    hardEdges.arrive(op, thread, operand, time);
    edges.leave(op, thread, operand, time);
    hardEdges.leave(op, thread, operand, time);
    threads.touch(thread, time); // the child of a fork has learned all that happens before it
  }

  /**
   * Orders the last section of a history before a thread's present (Algorithm 3, lines 3 and 6).
   */
  void acquire(int thread, CpHistory history) {
    int last = history.size() - 1;
    int releaser = history.thread(last);
    happensBefore.join(thread, releaser, history.released(last), history.clock(last));
    pending.learn(history, cpOfReleases);
    cp.learn(thread, cpOfReleases.clock(history.id()));
  }

  /** Adds a finished section to its history (Algorithm 5, lines 3 and 5). */
  void release(int thread, CpSection section, long time) {
    CpHistory history = section.history;
    history.add(thread, section.acquired, time, happensBefore.snapshot(thread));
    cpOfReleases.set(history.id(), cp.snapshot(thread));
    releases.touch(history.id(), time);
    sections++;
  }

  /**
   * Orders everything that happens before a section's release CP-before everything that an acquire
   * happens before (Algorithm 4, line 4).
   */
  void precede(CpHistory from, int position, int acquirer, long acquired) {
    int releaser = from.thread(position);
    long released = from.released(position);
    Clock clock = from.clock(position);
    int u = threads.newest();
    for (; u != Recency.NONE && threads.touched(u) >= acquired; u = threads.older(u)) {
      if (isKnown(u, acquirer, acquired)) {
        cp.learn(u, releaser, released, clock);
      }
    }
    pending.dropIncluded(acquirer, acquired, releaser, released, clock);
    if (pending.isFull()) {
      settleOldest();
    }
    pending.add(acquirer, acquired, releaser, released, clock);
  }

  private void settleOldest() {
    long since = pending.oldestAcquired();
    int h = releases.newest();
    for (; h != Recency.NONE && releases.touched(h) >= since; h = releases.older(h)) {
      pending.learnOldest(histories[h], cpOfReleases);
      settled++;
    }
    pending.dropOldest();
  }

  /** The newest event of a thread that is known to be CP-before the last release in a history. */
  long knownToRelease(CpHistory history, int thread) {
    if (history.size() > 0) {
      pending.learn(history, cpOfReleases);
    }
    return cpOfReleases.known(history.id(), thread);
  }

  /** How many clocks of releases were visited other than to be used. */
  long settled() {
    return settled;
  }
}
