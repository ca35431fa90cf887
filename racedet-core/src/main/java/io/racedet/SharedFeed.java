package io.racedet;

import io.racedet.event.Op;

/**
 * A feed that several threads can use at the same time.
 *
 * <p>Each call is one event or range, and the order in which calls acquire the feed's lock is the
 * order of the trace. To make it an order in which the events can have happened, a thread announces
 *
 * <ul>
 *   <li>a releasing operation (release, fork, sync-write, send, notify) <em>before</em> it performs
 *       it,
 *   <li>an acquiring operation (acquire, join, sync-read, receive, wake) <em>after</em> it has
 *       performed it,
 *   <li>an access before or after it, with no releasing or acquiring operation in between.
 * </ul>
 *
 * <p>Two racing accesses may then be announced in the opposite order. They are reported
 * nevertheless.
 *
 * <p>An operation that both acquires and releases, such as a compare-and-set, and an atomic access
 * are performed and announced while holding the feed's lock:
 *
 * <pre>{@code
 * synchronized (feed) {
 *   counter.incrementAndGet();
 *   feed.syncRead(thread, "counter", "Pool.java:20");
 *   feed.syncWrite(thread, "counter", "Pool.java:20");
 * }
 * }</pre>
 *
 * <p>A call that throws has no effect, and the feed remains usable. An exception that an engine or
 * the listener of races throws does not end the call in which it happens; it is in the report.
 */
public final class SharedFeed implements NamedEvents {
  private final RaceFeed feed;

  /**
   * Wraps a feed, which must only be used through this object from then on.
   *
   * @param feed the feed
   */
  public SharedFeed(RaceFeed feed) {
    this.feed = feed;
  }

  @Override
  public synchronized void event(Op op, String thread, String operand, String location) {
    feed.event(op, thread, operand, location);
  }

  @Override
  public synchronized void range(
      Op op, String thread, String array, int from, int to, int stride, String location) {
    feed.range(op, thread, array, from, to, stride, location);
  }

  /**
   * Takes an event by handles.
   *
   * @param op what happened
   * @param thread the handle of the thread
   * @param operand the handle of the operand
   * @param location the handle of a location
   * @see RaceFeed#event(Op, int, int, int)
   */
  public synchronized void event(Op op, int thread, int operand, int location) {
    feed.event(op, thread, operand, location);
  }

  /**
   * {@return a handle, as {@link RaceFeed#handle(Op.Operand, String)}}
   *
   * @param space what it is for
   * @param name a name
   */
  public synchronized int handle(Op.Operand space, String name) {
    return feed.handle(space, name);
  }

  /**
   * {@return a handle, as {@link RaceFeed#handle(Op.Operand, long)}}
   *
   * @param space what it is for
   * @param number a number chosen by the caller
   */
  public synchronized int handle(Op.Operand space, long number) {
    return feed.handle(space, number);
  }

  /**
   * {@return the handle of a location, as {@link RaceFeed#location}}
   *
   * @param text the location
   */
  public synchronized int location(String text) {
    return feed.location(text);
  }

  /**
   * {@return the handle of a member of an object, as {@link RaceFeed#member}}
   *
   * @param object the handle of an object
   * @param name the member
   */
  public synchronized int member(int object, String name) {
    return feed.member(object, name);
  }

  /**
   * Forgets a thread, an operand or an object that has no later events.
   *
   * @param space what it is
   * @param handle its handle
   * @see RaceFeed#forget
   */
  public synchronized void forget(Op.Operand space, int handle) {
    feed.forget(space, handle);
  }

  /**
   * Processes the events so far.
   *
   * @see RaceFeed#flush
   */
  public synchronized void flush() {
    feed.flush();
  }

  /**
   * {@return the races found by the events so far, as {@link RaceFeed#report}; the trace goes on}
   */
  public synchronized RaceReport report() {
    return feed.report();
  }

  /**
   * Ends the trace.
   *
   * @return as {@link RaceFeed#finish}
   */
  public synchronized RaceReport finish() {
    return feed.finish();
  }

  /** {@return the deadlocks of the trace, after its end, as {@link RaceFeed#deadlocks}} */
  public synchronized DeadlockReport deadlocks() {
    return feed.deadlocks();
  }
}
