package io.racedet.engine.order;

import io.racedet.clock.Frontier;
import io.racedet.clock.ThreadClocks;
import it.unimi.dsi.fastutil.objects.ObjectArrays;

/**
 * The last sends and receives of each channel, or writes and reads of each sync variable, under one
 * partial order.
 */
final class HandOffs {
  private final ThreadClocks order;
  private final ThreadClocks known;
  private final boolean asObserved;
  private Frontier[] sends = new Frontier[0];
  private Frontier[] receives = new Frontier[0];

  /**
   * Creates the state in which nothing was sent.
   *
   * @param order the clocks to update
   * @param known the clocks of events before a send, and hence before its receives
   * @param asObserved whether sends are also ordered after all earlier sends and receives;
   *     otherwise only receives are ordered, after sends
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

  /** Records a receive, after it is ordered. */
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

  /** Records a send, after it is ordered. */
  void sent(int thread, int id, long time) {
    sends = ensure(sends, id);
    sends[id].add(order, thread, time, known.snapshot(thread));
    if (asObserved && id < receives.length && receives[id] != null) {
      receives[id].clear();
    }
  }

  /** Forgets a channel or sync variable. */
  void forget(int id) {
    if (id < sends.length) {
      sends[id] = null;
    }
    if (id < receives.length) {
      receives[id] = null;
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
