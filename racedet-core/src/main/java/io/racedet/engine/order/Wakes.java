package io.racedet.engine.order;

import io.racedet.clock.Clock;
import io.racedet.clock.ThreadClocks;
import io.racedet.clock.WakeCauses;

/** The order from a notify to the waits that it ended, see {@link WakeCauses}. */
public final class Wakes {
  private record Notify(int thread, long time, Clock clock) {}

  private final ThreadClocks order;
  private final ThreadClocks known;
  private final WakeCauses<Notify> causes = new WakeCauses<>();

  public Wakes(ThreadClocks order) {
    this(order, order);
  }

  /**
   * Creates the state without a notify.
   *
   * @param order the clocks to update
   * @param known the clocks of the events before a notify, and hence before its wakes
   */
  Wakes(ThreadClocks order, ThreadClocks known) {
    this.order = order;
    this.known = known;
  }

  public void release(int thread, int ofLock, long time) {
    causes.release(thread, ofLock, time);
  }

  public void acquire(int thread, int ofLock, long time) {
    causes.acquire(thread, ofLock, time);
  }

  public void signal(int thread, int operand, long time) {
    causes.signal(operand, time, new Notify(thread, time, known.snapshot(thread)));
  }

  /** Orders the notify that caused a wake; returns whether the thread learned something. */
  boolean wake(int thread, int operand) {
    Notify cause = causes.cause(thread, operand);
    return cause != null && order.join(thread, cause.thread(), cause.time(), cause.clock());
  }

  /** The index of the notify that caused a wake, 0 if there is none. */
  public long timeOfCause(int thread, int operand) {
    Notify cause = causes.cause(thread, operand);
    return cause == null ? 0 : cause.time();
  }
}
