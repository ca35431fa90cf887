package io.racedet.engine;

import java.util.Arrays;

/** Happens-before beside a predictive relation, to tell races that were observed. */
final class PwrHappensBefore {
  private final PwrClocks order = new PwrClocks();
  private final PwrHandOffs syncs = new PwrHandOffs(order, false);
  private final PwrHandOffs channels = new PwrHandOffs(order, false);
  private PwrMarks[] releases = new PwrMarks[0]; // by lock
  private PwrMarks[] sharedReleases = new PwrMarks[0];

  void ensureThread(int thread) {
    order.ensureThread(thread);
  }

  /** Whether the event of {@code other} at {@code time} is before the thread's present. */
  boolean isBefore(int other, long time, int thread) {
    return order.known(thread, other) >= time;
  }

  void acquire(int thread, int lock, boolean shared) {
    join(releases, thread, lock);
    if (!shared) {
      join(sharedReleases, thread, lock);
    }
  }

  void release(int thread, int lock, boolean shared, long time) {
    if (shared) {
      sharedReleases = ensure(sharedReleases, lock);
      sharedReleases[lock].add(order, thread, time, order.give(thread, time));
      return;
    }
    releases = ensure(releases, lock);
    releases[lock].add(order, thread, time, order.give(thread, time));
    if (lock < sharedReleases.length && sharedReleases[lock] != null) {
      sharedReleases[lock].clear(); // all of them are before this release
    }
  }

  /** Orders the other thread's event, its latest so far, before the thread's present. */
  void join(int thread, int other, long time) {
    order.join(thread, other, time, order.give(other, time));
  }

  void join(int thread, int other, long time, long[] clock) {
    order.join(thread, other, time, clock);
  }

  /** The clock of the thread's event at a time, never changed afterwards. */
  long[] giveClock(int thread, long time) {
    return order.give(thread, time);
  }

  void syncRead(int thread, int sync) {
    syncs.receive(thread, sync);
  }

  void syncWrite(int thread, int sync, long time) {
    syncs.sent(thread, sync, time);
  }

  void receive(int thread, int channel) {
    channels.receive(thread, channel);
  }

  void send(int thread, int channel, long time) {
    channels.sent(thread, channel, time);
  }

  private void join(PwrMarks[] marks, int thread, int lock) {
    if (lock < marks.length && marks[lock] != null) {
      marks[lock].joinInto(order, thread);
    }
  }

  private static PwrMarks[] ensure(PwrMarks[] marks, int lock) {
    PwrMarks[] all = marks;
    if (lock >= all.length) {
      all = Arrays.copyOf(all, Math.max(lock + 1, all.length + (all.length >> 1)));
    }
    if (all[lock] == null) {
      all[lock] = new PwrMarks();
    }
    return all;
  }
}
