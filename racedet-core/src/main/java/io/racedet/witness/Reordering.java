package io.racedet.witness;

import java.util.Arrays;

/**
 * A sequence of events of a trace: a prefix of the trace as it was recorded, and some of the other
 * events in a new order.
 */
public final class Reordering {
  private final EventHistory trace;
  private final int recorded;
  private final int[] rest;

  /**
   * Creates a sequence.
   *
   * @param rest positions of the events after it, in their new order
   */
  private Reordering(EventHistory trace, int recorded, int[] rest) {
    this.trace = trace;
    this.recorded = recorded;
    this.rest = rest;
  }

  /**
   * Creates a sequence that has a prefix of the trace, and perhaps more of it.
   *
   * @param rest positions of the events after it, in their new order; not changed later
   */
  static Reordering of(EventHistory trace, int recorded, int[] rest) {
    int more = 0;
    while (more < rest.length && rest[more] == recorded + more) {
      more++;
    }
    int[] left = more == 0 ? rest : Arrays.copyOfRange(rest, more, rest.length);
    return new Reordering(trace, recorded + more, left);
  }

  /** Creates a sequence from the indices of its events. */
  public static Reordering of(EventHistory trace, long[] sequence) {
    int[] positions = new int[sequence.length];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = trace.find(sequence[i]);
    }
    return of(trace, 0, positions);
  }

  /** {@return the number of events; 0 if nothing comes before the accesses} */
  public int size() {
    return recorded + rest.length;
  }

  /** {@return the length of the longest prefix that is as recorded; from 0 to {@link #size()}} */
  public int recorded() {
    return recorded;
  }

  /** {@return how many events come after that prefix; from 0 to {@link #size()}} */
  int unrecorded() {
    return rest.length;
  }

  /**
   * {@return the position of an event, or -1 if the trace has no such event}
   *
   * @param place its place in the sequence, from 0
   */
  public int position(int place) {
    return place < recorded ? place : rest[place - recorded];
  }

  /** Returns the indices of the events after that prefix. */
  public long[] rest() {
    long[] indices = new long[rest.length];
    for (int i = 0; i < rest.length; i++) {
      indices[i] = trace.index(rest[i]);
    }
    return indices;
  }

  /** Returns the indices of all events. */
  public long[] indices() {
    long[] indices = new long[size()];
    for (int i = 0; i < indices.length; i++) {
      indices[i] = trace.index(position(i));
    }
    return indices;
  }
}
