package io.racedet.engine.order;

import io.racedet.clock.Clock;
import io.racedet.clock.ThreadClocks;
import io.racedet.clock.WakeCauses;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;

/**
 * The order of events without locks: fork, join, notify to the wake that it caused, sync operations
 * and hand-offs.
 */
public final class LocklessOrder {
  private record Notify(int thread, long time, Clock clock) {}

  private final ThreadClocks clocks;
  private final ThreadClocks known;
  private final HandOffs syncs;
  private final HandOffs channels;
  private final WakeCauses<Notify> wakes = new WakeCauses<>();

  /**
   * Creates the order of an empty trace.
   *
   * @param asObserved whether all conflicting sync operations and hand-offs are ordered as
   *     observed; otherwise only sync-writes before sync-reads, and sends before receives
   */
  public LocklessOrder(ThreadClocks clocks, boolean asObserved) {
    this(clocks, clocks, asObserved);
  }

  /**
   * Creates the order of an empty trace.
   *
   * @param known the clocks of the events before the source of an edge, and hence before its
   *     target: those of another order, where the two compose
   */
  public LocklessOrder(ThreadClocks clocks, ThreadClocks known, boolean asObserved) {
    this.clocks = clocks;
    this.known = known;
    syncs = new HandOffs(clocks, known, asObserved);
    channels = new HandOffs(clocks, known, asObserved);
  }

  /** Orders earlier events before an event. */
  public boolean arrive(Op op, int thread, int operand, long time) {
    return switch (op) {
      case JOIN -> clocks.join(thread, operand, time, known.snapshot(operand));
      case SYNC_READ -> syncs.receive(thread, operand);
      case SYNC_WRITE -> syncs.send(thread, operand);
      case RECEIVE -> channels.receive(thread, operand);
      case SEND -> channels.send(thread, operand);
      case WAKE -> wake(thread, operand);
      default -> false;
    };
  }

  private boolean wake(int thread, int operand) {
    Notify cause = wakes.cause(thread, operand);
    return cause != null && clocks.join(thread, cause.thread(), cause.time(), cause.clock());
  }

  /** Makes an event, for which {@link #arrive} was called, the source of later edges. */
  public void leave(Op op, int thread, int operand, long time) {
    switch (op) {
      case FORK -> {
        wakes.forgetThread(operand); // of which the id may have been another one's
        clocks.join(operand, thread, time, known.snapshot(thread));
      }
      case SYNC_READ -> syncs.received(thread, operand, time);
      case SYNC_WRITE -> syncs.sent(thread, operand, time);
      case RECEIVE -> channels.received(thread, operand, time);
      case SEND -> channels.sent(thread, operand, time);
      case NOTIFY -> wakes.signal(operand, time, new Notify(thread, time, known.snapshot(thread)));
      case ACQUIRE -> wakes.acquire(thread, operand, time);
      case RELEASE -> wakes.release(thread, operand, time);
      default -> {
        /* Not the source of an edge to another thread. */
      }
    }
  }

  /** Forgets an operand. */
  public void forget(Operand space, int id) {
    switch (space) {
      case SYNC -> syncs.forget(id);
      case CHANNEL -> channels.forget(id);
      case LOCK -> wakes.forget(id);
      default -> {
        /* Not in any edge. */
      }
    }
  }
}
