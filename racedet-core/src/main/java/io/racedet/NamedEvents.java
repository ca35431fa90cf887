package io.racedet;

import io.racedet.event.MalformedEventException;
import io.racedet.event.Op;
import io.racedet.feed.ArrayRange;

/**
 * Takes the events of a trace by name: the operation, its thread, its operand and its location,
 * which may be empty.
 *
 * <p>Every method throws {@link MalformedEventException} if the event cannot come next in any
 * execution, unless the feed is lenient.
 */
public interface NamedEvents {
  /**
   * Takes the next event of the trace.
   *
   * @param op what happened
   * @param thread the thread that performed it
   * @param operand the operand; ignored if the operation has none
   * @param location the location in the source, for example {@code Account.java:17}, or empty
   */
  void event(Op op, String thread, String operand, String location);

  /**
   * A plain read.
   *
   * @param thread the thread
   * @param variable the variable, for example {@code account.balance}
   * @param location the location, or empty
   */
  default void read(String thread, String variable, String location) {
    event(Op.READ, thread, variable, location);
  }

  /**
   * A plain write.
   *
   * @param thread the thread
   * @param variable the variable
   * @param location the location, or empty
   */
  default void write(String thread, String variable, String location) {
    event(Op.WRITE, thread, variable, location);
  }

  /**
   * Plain reads of elements of an array, one after another: as many events as elements.
   *
   * @param thread the thread
   * @param array the array; its elements are the variables {@code array[index]}
   * @param from the first index, from 0
   * @param to the last index, which is read, too
   * @param stride from an index to the next one: 1, or another number that reaches {@code to},
   *     negative if {@code to} is smaller
   * @param location the location, or empty
   * @throws IllegalArgumentException if there is no such range
   */
  default void readRange(
      String thread, String array, int from, int to, int stride, String location) {
    range(Op.READ, thread, array, from, to, stride, location);
  }

  /**
   * Plain writes to elements of an array, one after another; see {@link #readRange}.
   *
   * @param thread the thread
   * @param array the array
   * @param from the first index, from 0
   * @param to the last index, which is written, too
   * @param stride from an index to the next one
   * @param location the location, or empty
   * @throws IllegalArgumentException if there is no such range
   */
  default void writeRange(
      String thread, String array, int from, int to, int stride, String location) {
    range(Op.WRITE, thread, array, from, to, stride, location);
  }

  /**
   * Plain accesses to elements of an array, one after another; see {@link #readRange}.
   *
   * @param op {@link Op#READ} or {@link Op#WRITE}
   * @param thread the thread
   * @param array the array
   * @param from the first index, from 0
   * @param to the last index
   * @param stride from an index to the next one
   * @param location the location, or empty
   * @throws IllegalArgumentException if there is no such range
   */
  default void range(
      Op op, String thread, String array, int from, int to, int stride, String location) {
    int count = ArrayRange.count(op, from, to, stride);
    for (int i = 0; i < count; i++) {
      event(op, thread, array + '[' + (from + i * stride) + ']', location);
    }
  }

  /**
   * An exclusive acquire of a re-entrant lock.
   *
   * @param thread the thread
   * @param lock the lock
   * @param location the location, or empty
   */
  default void acquire(String thread, String lock, String location) {
    event(Op.ACQUIRE, thread, lock, location);
  }

  /**
   * A release of a lock that was acquired exclusively.
   *
   * @param thread the thread
   * @param lock the lock
   * @param location the location, or empty
   */
  default void release(String thread, String lock, String location) {
    event(Op.RELEASE, thread, lock, location);
  }

  /**
   * An acquire of the read mode of a read-write lock.
   *
   * @param thread the thread
   * @param lock the lock
   * @param location the location, or empty
   */
  default void acquireShared(String thread, String lock, String location) {
    event(Op.ACQUIRE_SHARED, thread, lock, location);
  }

  /**
   * A release of the read mode of a read-write lock.
   *
   * @param thread the thread
   * @param lock the lock
   * @param location the location, or empty
   */
  default void releaseShared(String thread, String lock, String location) {
    event(Op.RELEASE_SHARED, thread, lock, location);
  }

  /**
   * The start of another thread.
   *
   * @param thread the thread that starts it
   * @param child the thread that is started
   * @param location the location, or empty
   */
  default void fork(String thread, String child, String location) {
    event(Op.FORK, thread, child, location);
  }

  /**
   * The end of a wait for the termination of another thread.
   *
   * @param thread the thread that waited
   * @param child the thread that has terminated
   * @param location the location, or empty
   */
  default void join(String thread, String child, String location) {
    event(Op.JOIN, thread, child, location);
  }

  /**
   * A read of a volatile variable, or the acquire half of an atomic operation.
   *
   * @param thread the thread
   * @param variable the synchronisation variable
   * @param location the location, or empty
   */
  default void syncRead(String thread, String variable, String location) {
    event(Op.SYNC_READ, thread, variable, location);
  }

  /**
   * A write to a volatile variable, or the release half of an atomic operation.
   *
   * @param thread the thread
   * @param variable the synchronisation variable
   * @param location the location, or empty
   */
  default void syncWrite(String thread, String variable, String location) {
    event(Op.SYNC_WRITE, thread, variable, location);
  }

  /**
   * A send into a channel: a message, the completion of a task, a count-down.
   *
   * @param thread the thread
   * @param channel the channel
   * @param location the location, or empty
   */
  default void send(String thread, String channel, String location) {
    event(Op.SEND, thread, channel, location);
  }

  /**
   * A receive from a channel of everything that was sent before.
   *
   * @param thread the thread
   * @param channel the channel
   * @param location the location, or empty
   */
  default void receive(String thread, String channel, String location) {
    event(Op.RECEIVE, thread, channel, location);
  }

  /**
   * An atomic read: it conflicts with plain writes only, and orders nothing.
   *
   * @param thread the thread
   * @param variable the variable
   * @param location the location, or empty
   */
  default void atomicRead(String thread, String variable, String location) {
    event(Op.ATOMIC_READ, thread, variable, location);
  }

  /**
   * An atomic write: it conflicts with plain accesses only, and orders nothing.
   *
   * @param thread the thread
   * @param variable the variable
   * @param location the location, or empty
   */
  default void atomicWrite(String thread, String variable, String location) {
    event(Op.ATOMIC_WRITE, thread, variable, location);
  }

  /**
   * A notify or signal.
   *
   * @param thread the thread
   * @param lock the monitor, or a condition with its own name such as {@code lock#notEmpty}
   * @param location the location, or empty
   */
  default void notify(String thread, String lock, String location) {
    event(Op.NOTIFY, thread, lock, location);
  }

  /**
   * The return of a wait, after the release and the acquire of the lock that belong to the wait.
   *
   * @param thread the thread
   * @param lock the monitor or condition, as for the notify
   * @param location the location, or empty
   */
  default void wake(String thread, String lock, String location) {
    event(Op.WAKE, thread, lock, location);
  }

  /**
   * A new object. From now on, names {@code object.member} denote new variables.
   *
   * @param thread the thread
   * @param object the object
   * @param location the location, or empty
   */
  default void alloc(String thread, String object, String location) {
    event(Op.ALLOC, thread, object, location);
  }

  /**
   * The first event of a thread; optional.
   *
   * @param thread the thread
   * @param location the location, or empty
   */
  default void begin(String thread, String location) {
    event(Op.BEGIN, thread, "", location);
  }

  /**
   * The last event of a thread; optional.
   *
   * @param thread the thread
   * @param location the location, or empty
   */
  default void end(String thread, String location) {
    event(Op.END, thread, "", location);
  }
}
