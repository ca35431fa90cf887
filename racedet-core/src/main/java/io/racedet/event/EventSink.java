package io.racedet.event;

/**
 * Consumes the events of a trace in order.
 *
 * <p>Ids are dense: each id space runs 0, 1, 2, ... in the order of first use, so that consumers
 * can index arrays with them. The exception is the elements of an array, several of which {@link
 * #range} takes at once: their ids are consecutive, and the first range introduces all of them.
 * Location {@value #NO_LOCATION} means that the location is unknown. Events are numbered in the
 * order of arrival, from 1.
 *
 * <p>Not thread-safe: calls must be ordered by the caller.
 */
@FunctionalInterface
public interface EventSink {
  /** The location of an event whose location in the source is not known. */
  int NO_LOCATION = -1;

  /**
   * Consumes the next event of the trace.
   *
   * @param op the operation
   * @param thread the thread that performed it
   * @param operand the id of its operand, in the space {@link Op#operand()}; ignored where there is
   *     none
   * @param location the location in the source, or {@link #NO_LOCATION}
   */
  void event(Op op, int thread, int operand, int location);

  /**
   * Consumes a range: as many events as it has accesses, numbered consecutively. Their variables
   * are {@code first}, {@code first + stride}, {@code first + 2 * stride} and so on, in this order.
   *
   * <p>In addition, a range means that the thread walked over these variables at some time between
   * its previous event and its next event that is not a plain access. Other accesses by the thread,
   * and events of other threads, may in fact have come between the accesses of the range. That
   * changes no race, but a witness must not put another thread's conflicting access there.
   *
   * <p>This default sends each access to {@link #event}.
   *
   * @param op {@link Op#READ} or {@link Op#WRITE}
   * @param thread the thread that performed the accesses
   * @param first the id of the variable of the first access
   * @param stride the distance to the next variable, which may be negative, but not 0
   * @param count the number of accesses, at least 1
   * @param location their location in the source, or {@link #NO_LOCATION}
   * @throws IllegalArgumentException if the operation is another one, or a number is out of range
   */
  default void range(Op op, int thread, int first, int stride, int count, int location) {
    checkRange(op, first, stride, count);
    int variable = first;
    for (int i = 0; i < count; i++) {
      event(op, thread, variable, location);
      variable += stride;
    }
  }

  /**
   * Called when no later event will have an id, for example that of a field of an object that was
   * garbage-collected. State that is kept for later events with this id may be dropped. Ids are not
   * reused for something else.
   *
   * <p>This default does nothing.
   *
   * @param space the space of the id: variables, locks, sync variables or channels
   * @param id the id
   */
  default void forget(Op.Operand space, int id) {}

  /**
   * {@return whether results may ask for the name of an id that was forgotten: if so, it must be
   * kept; the same from now on} The default is that they may.
   *
   * @param space the space of the id
   * @param id the id
   */
  default boolean refersTo(Op.Operand space, int id) {
    return true;
  }

  /**
   * Checks the arguments of {@link #range}.
   *
   * @param op the operation
   * @param first the variable of the first access
   * @param stride the distance to the next variable
   * @param count the number of accesses
   * @throws IllegalArgumentException if there is no such range
   */
  static void checkRange(Op op, int first, int stride, int count) {
    if (op != Op.READ && op != Op.WRITE) {
      throw new IllegalArgumentException("op of a range: " + op + " (expected: READ or WRITE)");
    }
    if (stride == 0) {
      throw new IllegalArgumentException("stride: 0 (expected: another number)");
    }
    if (count < 1) {
      throw new IllegalArgumentException("count: " + count + " (expected: at least 1)");
    }
    long last = first + (count - 1L) * stride;
    if (first < 0 || last < 0 || last > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "variables of a range: " + first + ".." + last + " (expected: dense ids from 0)");
    }
  }
}
