package io.racedet;

import io.racedet.event.Op;

/**
 * A feed that several threads may call.
 *
 * <p>Each call is one event, and the order in which calls get the feed's lock is the order of the
 * trace. For that order to be one in which the events happened, a thread announces
 *
 * <ul>
 *   <li>what gives (release, fork, sync-write, send, notify) <em>before</em> it does it,
 *   <li>what takes (acquire, join, sync-read, receive, wake) <em>after</em> it has done it,
 *   <li>an access before or after, without a giving or taking operation in between.
 * </ul>
 *
 * <p>Two accesses that race may then be announced in the other order than they happened: they are
 * reported all the same.
 *
 * <p>An operation that takes and gives at once, such as a compare-and-set, and an access that is
 * atomic by itself, are done and announced in one step, which other calls cannot come between:
 *
 * <pre>{@code
 * synchronized (feed) {
 *   counter.incrementAndGet();
 *   feed.syncRead(thread, "counter", "Pool.java:20");
 *   feed.syncWrite(thread, "counter", "Pool.java:20");
 * }
 * }</pre>
 *
 * <p>A call that throws has taken nothing and lets all threads go on.
 */
public final class SharedFeed implements NamedEvents {
  private final RaceFeed feed;

  /**
   * Wraps a feed, which from now on is used through this object only.
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

  /**
   * Takes an event by handles.
   *
   * @param op what happened
   * @param thread the handle of the thread
   * @param operand the handle of what it was done to
   * @param location the handle of a location
   * @see RaceFeed#event(Op, int, int, int)
   */
  public synchronized void event(Op op, int thread, int operand, int location) {
    feed.event(op, thread, operand, location);
  }

  /**
   * Returns a handle.
   *
   * @param space what it is for
   * @param name a name
   * @return as {@link RaceFeed#handle(Op.Operand, String)}
   */
  public synchronized int handle(Op.Operand space, String name) {
    return feed.handle(space, name);
  }

  /**
   * Returns a handle.
   *
   * @param space what it is for
   * @param number a number of the caller's
   * @return as {@link RaceFeed#handle(Op.Operand, long)}
   */
  public synchronized int handle(Op.Operand space, long number) {
    return feed.handle(space, number);
  }

  /**
   * Returns the handle of a location.
   *
   * @param text the location
   * @return as {@link RaceFeed#location}
   */
  public synchronized int location(String text) {
    return feed.location(text);
  }

  /**
   * Ends the trace.
   *
   * @return as {@link RaceFeed#finish}
   */
  public synchronized RaceReport finish() {
    return feed.finish();
  }
}
