package io.racedet.runtime.schedule;

import io.racedet.runtime.locks.AskedLock;
import io.racedet.runtime.locks.HeldLocks;
import io.racedet.runtime.log.FieldHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What a schedule knows of one thread: its own random numbers, which depend on the seed and the
 * fork path of the thread, its progress, and its locks.
 */
public final class ScheduledThread {
  private static final VarHandle STEPS = FieldHandle.of(MethodHandles.lookup(), "steps", int.class);
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final long ALLOWANCE_NANOS = 10_000_000L;
  private static final int PRIORITIES = 1 << 20;

  /** A thread with a larger priority runs first, in schedules that have priorities. */
  public volatile int priority;

  /** Nanoseconds that the thread may still spend waiting in this recording. */
  public long allowance = ALLOWANCE_NANOS;

  /** Whether the thread waits, before its first step, for the threads started with it. */
  public volatile boolean meeting;

  /** Data accesses until the next point of the base perturbation of a targeted one. */
  public int untilAccessPoint;

  /** At how many points it was not held since it notified others. */
  int outrun;

  /** How the thread waits, where threads run one at a time. */
  public final Turn turn = new Turn();

  final Thread thread;

  /** The thread that has started it in this recording, or null. */
  final ScheduledThread parent;

  /** What it holds. */
  final HeldLocks locks;

  /** What it requests, where threads run one at a time. */
  public final AskedLock asked;

  /* Identifies the thread by its parent and its ordinal among the threads that the parent started. */
  private final long path;

  /** How many threads have started one another before this one. */
  private final int depth;

  private boolean begun;
  private int children;
  private long random;
  private int steps;
  private volatile int unresponsiveAt = -1;

  public ScheduledThread(long seed, long path, HeldLocks locks, ScheduledThread parent) {
    this.thread = locks.thread;
    this.parent = parent;
    this.locks = locks;
    this.asked = new AskedLock(locks);
    this.path = path;
    this.depth = parent == null ? 0 : parent.depth + 1;
    this.random = mix(seed ^ mix(path));
    this.priority = PRIORITIES + random(PRIORITIES);
  }

  /** Whether it has started no thread, and none of the recording has started it. */
  public boolean isFirst() {
    return parent == null && children == 0;
  }

  public static long rootPath(int ordinal) {
    return mix(ordinal + 1L);
  }

  /**
   * A thread that this one is about to start. If that is the first one, what comes next is the same
   * whether or not data accesses before it had points.
   */
  public ScheduledThread child(long seed, HeldLocks ofChild) {
    if (isFirst()) {
      random = mix(seed ^ mix(path));
      untilAccessPoint = 0;
    }
    children++;
    return new ScheduledThread(seed, mix(path + children * GOLDEN), ofChild, this);
  }

  /** True at the first call. */
  public boolean begin() {
    boolean first = !begun;
    begun = true;
    return first;
  }

  /** Counts a step of this thread. */
  public void step() {
    STEPS.setRelease(this, steps + 1);
  }

  public int steps() {
    return (int) STEPS.getAcquire(this);
  }

  /** Records that another thread has waited for a step of this one without success. */
  public void markUnresponsive(int stepsSeen) {
    unresponsiveAt = stepsSeen;
  }

  /** Whether the thread has made no step since another one waited for it without success. */
  public boolean isUnresponsive() {
    return unresponsiveAt == steps();
  }

  /** Identifies the thread in each repetition with the same forks. */
  public long path() {
    return path;
  }

  /** How many threads have started one another before this one: 0 if none of them is known. */
  public int depth() {
    return depth;
  }

  /** A random number from 0 up to but not including the bound. */
  public int random(int bound) {
    random += GOLDEN;
    return (int) ((mix(random) >>> 33) * bound >>> 31);
  }

  /** The finalizer of splitmix64. */
  public static long mix(long z) {
    long x = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    long y = (x ^ x >>> 27) * 0x94D049BB133111EBL;
    return y ^ y >>> 31;
  }
}
