package io.racedet.engine.order;

import io.racedet.clock.Frontier;
import io.racedet.clock.ThreadClocks;
import io.racedet.ids.ObjectPages;

/**
 * The last sends and receives of each channel, or writes and reads of each sync variable, under one
 * partial order.
 */
final class HandOffs {
  private final ThreadClocks order;
  private final ThreadClocks known;
  private final boolean asObserved;
  private final ObjectPages<Frontier> sends = new ObjectPages<>(Frontier::new);
  private final ObjectPages<Frontier> receives = new ObjectPages<>(Frontier::new);

  /**
   * Creates the state in which nothing was sent.
   *
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
    Frontier sent = sends.get(id);
    return sent != null && sent.joinInto(order, thread);
  }

  /** Records a receive, after it is ordered. */
  void received(int thread, int id, long time) {
    if (asObserved) {
      receives.of(id).add(order, thread, time, known.snapshot(thread));
    }
  }

  /** Orders a send; returns whether its thread learned something. */
  boolean send(int thread, int id) {
    if (!asObserved) {
      return false;
    }
    boolean learned = receive(thread, id);
    Frontier received = receives.get(id);
    return learned | (received != null && received.joinInto(order, thread));
  }

  /** Records a send, after it is ordered. */
  void sent(int thread, int id, long time) {
    sends.of(id).add(order, thread, time, known.snapshot(thread));
    Frontier received = receives.get(id);
    if (received != null) {
      received.clear();
    }
  }

  /** Forgets a channel or sync variable. */
  void forget(int id) {
    sends.forget(id);
    receives.forget(id);
  }
}
