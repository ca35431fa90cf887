package io.racedet.engine.order;

import io.racedet.clock.Frontier;
import io.racedet.clock.ThreadClocks;
import it.unimi.dsi.fastutil.objects.ObjectArrays;

/** Sync variables, or channels, under one partial order: who sent and who received last. */
final class HandOffs {
  private final ThreadClocks order;
  private final ThreadClocks known;
  private final boolean asObserved;
  private Frontier[] sends = new Frontier[0];
  private Frontier[] receives = new Frontier[0];

  /**
   * Starts with nothing sent.
   *
   * @param order the clocks that the hand-offs move
   * @param known what comes before a send, and hence before its receives
   * @param asObserved whether a send is ordered after all that was sent and received before it,
   *     too; otherwise only receives are ordered, after sends
   */
  HandOffs(ThreadClocks order, ThreadClocks known, boolean asObserved) {
    this.order = order;
    this.known = known;
    this.asObserved = asObserved;
  }

  /** Orders a receive; returns whether its thread learned something. */
  boolean receive(int thread, int id) {
    return id < sends.length && sends[id] != null && sends[id].joinInto(order, thread);
  }

  /** Notes a receive, after it is ordered. */
  void received(int thread, int id, long time) {
    if (asObserved) {
      receives = ensure(receives, id);
      receives[id].add(order, thread, time, known.snapshot(thread));
    }
  }

  /** Orders a send; returns whether its thread learned something. */
  boolean send(int thread, int id) {
    if (!asObserved) {
      return false;
    }
    boolean learned = receive(thread, id);
    if (id < receives.length && receives[id] != null) {
      learned |= receives[id].joinInto(order, thread);
    }
    return learned;
  }

  /** Notes a send, after it is ordered. */
  void sent(int thread, int id, long time) {
    sends = ensure(sends, id);
    sends[id].add(order, thread, time, known.snapshot(thread));
    if (asObserved && id < receives.length && receives[id] != null) {
      receives[id].clear();
    }
  }

  private static Frontier[] ensure(Frontier[] marks, int id) {
    Frontier[] all = marks;
    if (id >= all.length) {
      all = ObjectArrays.grow(all, id + 1);
    }
    if (all[id] == null) {
      all[id] = new Frontier();
    }
    return all;
  }
}
