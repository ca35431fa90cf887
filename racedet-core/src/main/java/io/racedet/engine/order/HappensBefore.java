package io.racedet.engine.order;

import io.racedet.clock.Clock;
import io.racedet.clock.Frontier;
import io.racedet.clock.JoinListener;
import io.racedet.clock.ThreadClocks;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.ids.ObjectPages;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;

/**
 * Happens-before: program order, fork, join, release to later acquire of a lock, sync-write to
 * later sync-read, send to later receive, notify to the wake that it caused. Shared releases are
 * ordered before exclusive acquires only.
 *
 * <p>With {@link #readFrom} at each read it is the schedulable happens-before relation. A pair that
 * this relation leaves unordered, apart from the edge from the last write to the read, is unordered
 * by happens-before.
 */
public final class HappensBefore implements AccessOrder {
  private final ThreadClocks order;
  private final LocklessOrder edges;

  // By lock: the last exclusive release, which all earlier ones are ordered before, and the shared
  // ones since.
  private int[] releaser = new int[0];
  private long[] released = new long[0]; // 0 for never
  private Clock[] releaseClock = new Clock[0];
  private final ObjectPages<Frontier> sharedReleases = new ObjectPages<>(Frontier::new);

  public HappensBefore() {
    this(null);
  }

  /**
   * Creates the order of an empty trace.
   *
   * @param joins receives the edges; may be null
   */
  public HappensBefore(JoinListener joins) {
    this(joins, false);
  }

  private HappensBefore(JoinListener joins, boolean asObserved) {
    order = new ThreadClocks(joins);
    edges = new LocklessOrder(order, asObserved);
  }

  /**
   * Happens-before with all conflicting sync operations and hand-offs ordered as observed.
   *
   * @param joins receives the edges; may be null
   */
  static HappensBefore asObserved(JoinListener joins) {
    return new HappensBefore(joins, true);
  }

  /** The clocks of the threads. */
  ThreadClocks clocks() {
    return order;
  }

  /** Updates the clocks by any event; accesses change nothing. */
  @Override
  public void order(Op op, int thread, int operand, long time) {
    switch (op) {
      case ACQUIRE -> acquire(thread, operand, false);
      case ACQUIRE_SHARED -> acquire(thread, operand, true);
      case RELEASE -> release(thread, operand, time);
      case RELEASE_SHARED -> releaseShared(thread, operand, time);
      default -> edges.arrive(op, thread, operand, time);
    }
    edges.leave(op, thread, operand, time);
  }

  /** Whether the event of {@code other} at {@code time} is ordered before the thread's present. */
  public boolean isBefore(int other, long time, int thread) {
    return order.known(thread, other) >= time;
  }

  @Override
  public boolean happensBefore(int other, long time, int thread) {
    return isBefore(other, time, thread);
  }

  @Override
  public boolean forgets() {
    return true;
  }

  @Override
  public void forget(Operand space, int id) {
    edges.forget(space, id);
    if (space == Operand.LOCK && id < released.length) {
      released[id] = 0;
      releaseClock[id] = null;
    }
    if (space == Operand.LOCK) {
      sharedReleases.forget(id);
    }
  }

  private void acquire(int thread, int lock, boolean shared) {
    if (lock < released.length && released[lock] != 0) {
      order.join(thread, releaser[lock], released[lock], releaseClock[lock]);
    }
    Frontier since = shared ? null : sharedReleases.get(lock);
    if (since != null) {
      since.joinInto(order, thread);
    }
  }

  private void release(int thread, int lock, long time) {
    if (lock >= released.length) {
      growReleases(lock);
    }
    releaser[lock] = thread;
    released[lock] = time;
    releaseClock[lock] = order.snapshot(thread);
    Frontier earlier = sharedReleases.get(lock);
    if (earlier != null) {
      earlier.clear(); // all of them are ordered before this release
    }
  }

  private void releaseShared(int thread, int lock, long time) {
    sharedReleases.of(lock).add(order, thread, time, order.snapshot(thread));
  }

  private void growReleases(int lock) {
    releaser = IntArrays.grow(releaser, lock + 1);
    released = LongArrays.grow(released, lock + 1);
    releaseClock = ObjectArrays.grow(releaseClock, lock + 1);
  }

  @Override
  public Clock clock(int thread) {
    return order.clock(thread);
  }

  @Override
  public Clock snapshot(int thread, long time) {
    return order.snapshot(thread);
  }

  @Override
  public boolean readFrom(int thread, int writer, long time, Clock clock) {
    return order.join(thread, writer, time, clock);
  }
}
