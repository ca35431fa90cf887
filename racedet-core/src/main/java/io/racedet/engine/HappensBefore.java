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
 */
final class HappensBefore {
  private final ThreadClocks order = new ThreadClocks();
  private final HandOffs syncs = new HandOffs(order, false);
  private final HandOffs channels = new HandOffs(order, false);
  private final Wakes wakes = new Wakes(order);
  private Frontier[] releases = new Frontier[0]; // by lock
  private Frontier[] sharedReleases = new Frontier[0];

  /** Moves the clocks by any event; those that order nothing change nothing. */
  void order(Op op, int thread, int operand, long time) {
    switch (op) {
      case ACQUIRE -> {
        acquire(thread, operand, false);
        wakes.acquire(thread, operand, time);
      }
      case ACQUIRE_SHARED -> acquire(thread, operand, true);
      case RELEASE -> {
        release(thread, operand, false, time);
        wakes.release(thread, operand, time);
      }
      case RELEASE_SHARED -> release(thread, operand, true, time);
      case FORK -> join(operand, thread, time);
      case JOIN -> join(thread, operand, time);
      case SYNC_READ -> syncs.receive(thread, operand);
      case SYNC_WRITE -> syncs.sent(thread, operand, time);
      case RECEIVE -> channels.receive(thread, operand);
      case SEND -> channels.sent(thread, operand, time);
      case NOTIFY -> wakes.signal(thread, operand, time);
      case WAKE -> wakes.wake(thread, operand);
      default -> {
        /* Orders nothing. */
      }
    }
  }

  /** Whether the event of {@code other} at {@code time} is before the thread's present. */
  boolean isBefore(int other, long time, int thread) {
    return order.known(thread, other) >= time;
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

  /** Orders all that the other thread has done up to a time before the thread's present. */
  private void join(int thread, int other, long time) {
    order.join(thread, other, time, order.give(other));
  }

  private void join(int thread, int other, long time, Clock clock) {
    order.join(thread, other, time, clock);
  }

  /** What the thread knows of others, to be read until its next event that is no access. */
  Clock clock(int thread) {
    return order.clock(thread);
  }

  /** The thread's clock now, never to be changed. */
  Clock giveClock(int thread) {
    return order.give(thread);
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
