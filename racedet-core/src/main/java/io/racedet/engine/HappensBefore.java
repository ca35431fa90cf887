package io.racedet.engine;

import io.racedet.clock.Clock;
import io.racedet.clock.Frontier;
import io.racedet.clock.ThreadClocks;
import io.racedet.event.Op;
import java.util.Arrays;

/**
 * Happens-before: program order, fork, join, release to later acquire of a lock, sync-write to
 * later sync-read, send to later receive, notify to the wake that it caused. Shared releases are
 * ordered before exclusive acquires only.
 *
 * <p>With {@link #readFrom} at each read it is the schedulable happens-before relation. A pair that
 * this leaves unordered, but for the last write before the read, happens-before leaves unordered.
 */
final class HappensBefore implements AccessOrder {
  private final ThreadClocks order = new ThreadClocks();
  private final LocklessOrder edges = new LocklessOrder(order, false);
  private Frontier[] releases = new Frontier[0]; // by lock
  private Frontier[] sharedReleases = new Frontier[0];

  /** Moves the clocks by any event; accesses change nothing. */
  @Override
  public void order(Op op, int thread, int operand, long time) {
    switch (op) {
      case ACQUIRE -> acquire(thread, operand, false);
      case ACQUIRE_SHARED -> acquire(thread, operand, true);
      case RELEASE -> release(thread, operand, false, time);
      case RELEASE_SHARED -> release(thread, operand, true, time);
      default -> edges.arrive(op, thread, operand, time);
    }
    edges.leave(op, thread, operand, time);
  }

  /** Whether the event of {@code other} at {@code time} is before the thread's present. */
  boolean isBefore(int other, long time, int thread) {
    return order.known(thread, other) >= time;
  }

  @Override
  public boolean happensBefore(int other, long time, int thread) {
    return isBefore(other, time, thread);
  }

  private void acquire(int thread, int lock, boolean shared) {
    join(releases, thread, lock);
    if (!shared) {
      join(sharedReleases, thread, lock);
    }
  }

  private void release(int thread, int lock, boolean shared, long time) {
    if (shared) {
      sharedReleases = ensure(sharedReleases, lock);
      sharedReleases[lock].add(order, thread, time, order.give(thread));
      return;
    }
    releases = ensure(releases, lock);
    releases[lock].add(order, thread, time, order.give(thread));
    if (lock < sharedReleases.length && sharedReleases[lock] != null) {
      sharedReleases[lock].clear(); // all of them are before this release
    }
  }

  @Override
  public Clock clock(int thread) {
    return order.clock(thread);
  }

  @Override
  public Clock give(int thread, long time) {
    return order.give(thread);
  }

  @Override
  public boolean readFrom(int thread, int writer, long time, Clock clock) {
    return order.join(thread, writer, time, clock);
  }

  private void join(Frontier[] marks, int thread, int lock) {
    if (lock < marks.length && marks[lock] != null) {
      marks[lock].joinInto(order, thread);
    }
  }

  private static Frontier[] ensure(Frontier[] marks, int lock) {
    Frontier[] all = marks;
    if (lock >= all.length) {
      all = Arrays.copyOf(all, Math.max(lock + 1, all.length + (all.length >> 1)));
    }
    if (all[lock] == null) {
      all[lock] = new Frontier();
    }
    return all;
  }
}
