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

  /** Creates the state without a notify, with one set of clocks. */
  public Wakes(ThreadClocks order) {
    this(order, order);
  }

  /**
   * Creates the state without a notify.
   *
   * @param known the clocks of the events before a notify, and hence before its wakes
   */
  Wakes(ThreadClocks order, ThreadClocks known) {
    this.order = order;
    this.known = known;
  }

  /** Records an exclusive release, which may begin a wait. */
  public void release(int thread, int ofLock, long time) {
    causes.release(thread, ofLock, time);
  }

  /** Records an exclusive acquire, which may end a wait. */
  public void acquire(int thread, int ofLock, long time) {
    causes.acquire(thread, ofLock, time);
  }

  /** Records a notify with the clock of its thread. */
  public void signal(int thread, int operand, long time) {
    causes.signal(operand, time, new Notify(thread, time, known.snapshot(thread)));
  }

  /** Forgets the waits of a thread, whose id becomes that of another one. */
  void forgetThread(int thread) {
    causes.forgetThread(thread);
  }

  /** Forgets a lock and its notifies. */
  void forget(int operand) {
    causes.forget(operand);
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
