package io.racedet.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The state of the schedule perturbation for one thread: its own random numbers, which depend on
 * the seed and the fork path of the thread, and its progress.
 */
final class Pace {
  private static final VarHandle STEPS;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final long ALLOWANCE_NANOS = 10_000_000L;
  private static final int PRIORITIES = 1 << 20;

  static {
    try {
      STEPS = MethodHandles.lookup().findVarHandle(Pace.class, "steps", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** A thread with a larger priority runs first, in schedules that have priorities. */
  volatile int priority;

  /** Nanoseconds that the thread may still spend waiting in this recording. */
  long allowance = ALLOWANCE_NANOS;

  /** Whether the thread waits, before its first step, for the threads started with it. */
  volatile boolean meeting;

  /** Data accesses until the next point of the base perturbation of a targeted one. */
  int untilAccessPoint;

  /** Points until the priority changes. */
  int untilChange;

  /* Identifies the thread by its parent and its ordinal among the threads that the parent started. */
  private final long path;
  private boolean begun;
  private int children;
  private long random;
  private int steps;
  private volatile int unresponsiveAt = -1;

  Pace(long seed, long path) {
    this.path = path;
    this.random = mix(seed ^ mix(path));
    this.priority = PRIORITIES + random(PRIORITIES);
    drawChange();
  }

  static long rootPath(int ordinal) {
    return mix(ordinal + 1L);
  }

  long nextChildPath() {
    children++;
    return mix(path + children * GOLDEN);
  }

  /** True at the first call. */
  boolean begin() {
    boolean first = !begun;
    begun = true;
    return first;
  }

  /** Counts a step of this thread. */
  void step() {
    STEPS.setRelease(this, steps + 1);
  }

  int steps() {
    return (int) STEPS.getAcquire(this);
  }

  /** Records that another thread has waited for a step of this one without success. */
  void markUnresponsive(int stepsSeen) {
    unresponsiveAt = stepsSeen;
  }

  /** Whether the thread has made no step since another one waited for it without success. */
  boolean isUnresponsive() {
    return unresponsiveAt == steps();
  }

  /** Assigns a priority below all initial priorities. */
  void demote() {
    priority = random(PRIORITIES);
    drawChange();
  }

  private void drawChange() {
    untilChange = 1 + random(1 << 1 + random(10));
  }

  /** A random number from 0 up to but not including the bound. */
  int random(int bound) {
    random += GOLDEN;
    return (int) ((mix(random) >>> 33) * bound >>> 31);
  }

  /** The finalizer of splitmix64. */
  static long mix(long z) {
    long x = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    long y = (x ^ x >>> 27) * 0x94D049BB133111EBL;
    return y ^ y >>> 31;
  }
}
