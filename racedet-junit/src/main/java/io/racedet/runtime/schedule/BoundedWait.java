package io.racedet.runtime.schedule;

import io.racedet.runtime.log.BufferSpace;
import io.racedet.runtime.log.FieldHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The bounded waiting of the threads of one recording. Waits by yielding: parking could consume a
 * permit that the test's own code waits for, and sleeping would react to its interrupts.
 */
public final class BoundedWait {
  private static final VarHandle LATENESS =
      FieldHandle.of(MethodHandles.lookup(), "lateness", long.class);

  /** How long to wait for a step of a running thread. */
  private static final long STEP_NANOS = 200_000L;

  /** How long to wait for the first step of a thread that has just been started. */
  private static final long START_NANOS = 1_000_000L;

  /**
   * What a round of waiting counts at most. On a busy machine a thread that has yielded comes back
   * late, and the thread that it waits for has not run for longer.
   */
  private static final long ROUND_NANOS = 50_000L;

  private static final long SLEEP_MILLIS = 1;

  /** What a sleep counts at most: a thread that is not disturbed comes to a point much earlier. */
  private static final long SLEEP_NANOS = 250_000L;

  /**
   * By how much threads may come back late from waiting, all together. Where dozens of threads wait
   * for a processor, each round takes as long as thousands do elsewhere, and what the rounds count
   * would let a test run for minutes. A repetition may run for ten seconds, unless told otherwise.
   */
  static final long MAX_LATENESS_NANOS = 4_000_000_000L;

  private static final int YIELDS_PER_SCAN = 8;
  private final long mostLateness;
  private long lateness; // nanoseconds

  BoundedWait() {
    this(MAX_LATENESS_NANOS);
  }

  /** Waiting that ends for all threads when they have come back late by so many nanoseconds. */
  BoundedWait(long mostLateness) {
    this.mostLateness = mostLateness;
  }

  /** Yields at least once, for a given time and at most as long as the allowance of the thread. */
  void pause(ScheduledThread self, long nanos) {
    if (!mayWait(self)) {
      return;
    }
    long waited = 0;
    do {
      long round = round();
      self.allowance -= round;
      waited += round;
    } while (waited < nanos && mayWait(self));
  }

  /** Counts by how many nanoseconds a thread has come back late from waiting, if it has. */
  void comeBack(long late) {
    if (late > 0) {
      LATENESS.getAndAdd(this, late);
    }
  }

  /** Whether a thread may wait; after too much lateness no thread waits in this recording. */
  boolean mayWait(ScheduledThread self) {
    if (self.allowance > 0 && (long) LATENESS.getOpaque(this) > mostLateness) {
      self.allowance = 0;
    }
    return self.allowance > 0;
  }

  /**
   * As {@link #pause}, where the thread must not yield: a virtual thread inside the JDK may be
   * about to change its state.
   */
  static void spin(ScheduledThread self, long nanos) {
    spinFor(Math.min(nanos, self.allowance));
    self.allowance -= nanos;
  }

  /** Lets a given time pass without yielding. */
  public static void spinFor(long nanos) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      Thread.onSpinWait();
    }
  }

  /** Makes a step, and waits until another thread that could run has made one since. */
  void handOver(ScheduledThread self, ScheduledThreads threads) {
    if (!mayWait(self)) {
      self.step();
      return;
    }
    /* Steps of the others are counted from before this step, which may be what they wait for. */
    int[] stepsBefore = steps(threads);
    self.step();
    await(self, threads, stepsBefore);
  }

  /**
   * Waits before the first step of a thread: first for the threads that are being started, and for
   * their parent, which may be about to start more of them; then for the first steps of those
   * siblings that have a higher priority.
   */
  void meet(ScheduledThread self, ScheduledThreads threads) {
    self.meeting = true;
    long waited = 0;
    while (waited < START_NANOS && mayWait(self) && hasUnstarted(self, threads)) {
      waited += round();
    }
    while (waited < START_NANOS && mayWait(self) && isBehind(self, threads)) {
      waited += round();
    }
    self.allowance -= waited;
    self.meeting = false;
  }

  /** Yields once, and returns what that counts. */
  long round() {
    long start = System.nanoTime();
    Thread.yield();
    long elapsed = System.nanoTime() - start;
    comeBack(elapsed - ROUND_NANOS);
    return Math.min(elapsed, ROUND_NANOS);
  }

  /**
   * Sleeps until the thread has its turn, but not for long; returns what that counts.
   *
   * @param threads how many wait, this one included: they come back late at the same time
   */
  long sleep(ScheduledThread self, int threads) {
    if (!maySleep(self)) {
      return round();
    }
    long start = System.nanoTime();
    self.turn.sleep(SLEEP_MILLIS);
    long elapsed = System.nanoTime() - start;
    comeBack((elapsed - 2 * SLEEP_MILLIS * 1_000_000) / Math.max(1, threads));
    return Math.min(elapsed, SLEEP_NANOS);
  }

  /* One that is interrupted would not sleep. */
  private static boolean maySleep(ScheduledThread self) {
    return !self.turn.isAwake()
        && !self.thread.isInterrupted()
        && BufferSpace.maySleep(self.thread);
  }

  private static boolean hasUnstarted(ScheduledThread self, ScheduledThreads threads) {
    int scanned = threads.scheduledEnd();
    for (int i = 0; i < scanned; i++) {
      ScheduledThread other = threads.scheduled(i);
      boolean matters = other == self.parent || other.steps() == 0;
      if (matters && !other.meeting && isAwaited(self, other, false)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isBehind(ScheduledThread self, ScheduledThreads threads) {
    int scanned = threads.scheduledEnd();
    for (int i = 0; i < scanned; i++) {
      ScheduledThread other = threads.scheduled(i);
      boolean matters = other.parent == self.parent && other.steps() == 0;
      if (matters && isAwaited(self, other, true)) {
        return true;
      }
    }
    return false;
  }

  private void await(ScheduledThread self, ScheduledThreads threads, int[] stepsBefore) {
    long atMost = awaited(self, threads);
    if (atMost == 0) {
      return;
    }
    long waited = 0;
    for (int yields = 1; waited < atMost && mayWait(self); yields++) {
      if (hasMoved(self, threads, stepsBefore)) {
        break;
      }
      waited += round();
      if (yields % YIELDS_PER_SCAN == 0) {
        atMost = awaited(self, threads);
      }
    }
    self.allowance -= waited;
    if (atMost > 0 && waited >= atMost) {
      markUnresponsive(self, threads, stepsBefore);
    }
  }

  private static int[] steps(ScheduledThreads threads) {
    int[] steps = new int[threads.scheduledEnd()];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = threads.scheduled(i).steps();
    }
    return steps;
  }

  private static boolean hasMoved(
      ScheduledThread self, ScheduledThreads threads, int[] stepsBefore) {
    int scanned = threads.scheduledEnd();
    for (int i = 0; i < scanned; i++) {
      int before = i < stepsBefore.length ? stepsBefore[i] : 0;
      if (threads.scheduled(i) != self && threads.scheduled(i).steps() != before) {
        return true;
      }
    }
    return false;
  }

  /** For how many nanoseconds to wait for other threads at most: 0 if no other could run. */
  private static long awaited(ScheduledThread self, ScheduledThreads threads) {
    int scanned = threads.scheduledEnd();
    long atMost = 0;
    for (int i = 0; i < scanned; i++) {
      ScheduledThread other = threads.scheduled(i);
      if (isAwaited(self, other, false)) {
        atMost = Math.max(atMost, other.steps() == 0 ? START_NANOS : STEP_NANOS);
      }
    }
    return atMost;
  }

  private static boolean isAwaited(
      ScheduledThread self, ScheduledThread other, boolean byPriority) {
    return other != self
        && !(byPriority && other.priority <= self.priority)
        && !(other.meeting && other.parent == self)
        && !other.isUnresponsive()
        && couldRun(other.thread.getState());
  }

  /* A thread in state NEW is registered because another one is about to start it. */
  private static boolean couldRun(Thread.State state) {
    return state == Thread.State.RUNNABLE || state == Thread.State.NEW;
  }

  private static void markUnresponsive(
      ScheduledThread self, ScheduledThreads threads, int[] stepsBefore) {
    for (int i = 0; i < stepsBefore.length; i++) {
      ScheduledThread other = threads.scheduled(i);
      if (isAwaited(self, other, false) && other.steps() == stepsBefore[i]) {
        other.markUnresponsive(stepsBefore[i]);
      }
    }
  }
}
