package io.racedet.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What the schedule perturbation keeps for one thread: its own random numbers, drawn from the seed
 * and the thread's fork path, and how far it has come.
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

  /** Larger runs first, in strategies that have priorities. */
  volatile int priority;

  /** Nanoseconds that the thread may still spend waiting in this recording. */
  long allowance = ALLOWANCE_NANOS;

  /** Whether the thread waits, before its first step, for the threads started with it. */
  volatile boolean meeting;

  /** Data accesses until the next point of the perturbation below a targeted one. */
  int untilAccessPoint;

  /** Points until the priority changes. */
  int untilChange;

  /* Identifies the thread by who started it, and as the how many-th. */
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

  /** Notes that another thread has waited for this one in vain. */
  void disappoint(int stepsSeen) {
    unresponsiveAt = stepsSeen;
  }

  /** Whether the thread has not moved since another one has waited for it in vain. */
  boolean isUnresponsive() {
    return unresponsiveAt == steps();
  }

  /** Gives the thread a priority below all that have not been changed yet. */
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
