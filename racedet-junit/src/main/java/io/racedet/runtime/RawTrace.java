package io.racedet.runtime;

import io.racedet.runtime.locks.RawDeadlock;
import io.racedet.runtime.objects.ObjectShapes;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of a recording: one log per thread, not merged. Not thread-safe.
 *
 * <p>{@link #close} releases the memory for the next recordings, after which nothing may be read
 * any more. Without that, the garbage collector frees it.
 */
public final class RawTrace implements AutoCloseable {
  private final List<RawThread> threads;
  private final ObjectShapes shapes;
  private final boolean truncated;
  private final boolean damaged;
  private final boolean caught;
  private final RawDeadlock deadlock; // null without one
  private final LiveTrace live; // null for tests

  private RawTrace(
      List<RawThread> threads,
      ObjectShapes shapes,
      boolean truncated,
      boolean damaged,
      boolean caught,
      RawDeadlock deadlock,
      LiveTrace live) {
    this.threads = threads;
    this.shapes = shapes;
    this.truncated = truncated;
    this.damaged = damaged;
    this.caught = caught;
    this.deadlock = deadlock;
    this.live = live;
  }

  /* The recording is over. */
  static RawTrace of(Session session, LiveTrace live) {
    live.finish();
    List<RawThread> threads = new ArrayList<>(live.threads());
    for (int slot = 0; slot < live.threads(); slot++) {
      threads.add(live.log(slot));
    }
    return new RawTrace(
        threads,
        session.identities.shapes(),
        session.truncated(),
        session.damaged(),
        session.hasCaught(),
        session.points.cycles.first(),
        live);
  }

  /**
   * Creates a trace whose objects have no class, for tests.
   *
   * @return a trace, not truncated and not damaged
   */
  public static RawTrace of(List<RawThread> threads) {
    return new RawTrace(List.copyOf(threads), new ObjectShapes(), false, false, false, null, null);
  }

  /** The threads, in the order in which they were first seen; the index is the thread's slot. */
  public List<RawThread> threads() {
    return threads;
  }

  /** Whether two threads were at the two target locations at the same time. */
  public boolean caught() {
    return caught;
  }

  /** The first deadlock that was broken, or null. */
  public RawDeadlock deadlock() {
    return deadlock;
  }

  /**
   * The class of an object, the class itself of a class object, null for an id that is not known.
   */
  public Class<?> typeOf(long object) {
    return shapes.typeOf(object);
  }

  /** Whether an object is a class object, as the lock of static methods is. */
  public boolean isClass(long object) {
    return shapes.lengthOf(object) == ObjectShapes.CLASS;
  }

  /** The length of an array, not positive for other objects. */
  public int lengthOf(long object) {
    return shapes.lengthOf(object);
  }

  /** Whether the recording was full before it was stopped, so that its last events are missing. */
  public boolean truncated() {
    return truncated;
  }

  /**
   * Whether a thread ran inside an access for so long that others continued without it, so that the
   * order of some accesses may be wrong.
   */
  public boolean damaged() {
    return damaged;
  }

  /** Releases the memory for the next recordings. */
  @Override
  public void close() {
    if (live != null) {
      live.close();
    }
  }
}
