package io.racedet.race;

import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A correct reordering of a part of a trace, after which both accesses of a race are the next
 * events of their threads. Immutable.
 */
public final class Witness {
  /** No reordering, for races that are not witnessed. */
  public static final Witness NONE = new Witness(new long[0], 0, 0, List.of(), 0);

  /**
   * A step of the reordering, for display: an event, or several accesses by one thread to other
   * variables.
   *
   * @param index index in the trace, from 1; of the first event if there are several
   * @param thread name of the thread
   * @param event the operation, for example {@code acq(lock)} or {@code to #17: 12 accesses}
   * @param location location in the source, empty when unknown
   */
  public record Step(long index, String thread, String event, String location) {}

  /**
   * Events with consecutive indices.
   *
   * @param first index of the first one
   * @param last index of the last one
   */
  public record Run(long first, long last) {}

  private final long[] runs; // the first and the last index of each run
  private final int size;
  private final int asRecorded;
  private final List<Step> schedule;
  private final int shown;

  private Witness(long[] runs, int size, int asRecorded, List<Step> schedule, int shown) {
    this.runs = runs;
    this.size = size;
    this.asRecorded = asRecorded;
    this.schedule = List.copyOf(schedule);
    this.shown = shown;
  }

  /** Collects the events of a witness. */
  public static final class Runs {
    private long[] bounds = new long[16];
    private int length;
    private int size;

    /** Creates an empty collection. */
    public Runs() {}

    /**
     * Adds events with consecutive indices.
     *
     * @param first the first index
     * @param last the last one
     */
    public void add(long first, long last) {
      size += (int) (last - first + 1);
      if (length > 0 && bounds[length - 1] + 1 == first) {
        bounds[length - 1] = last;
        return;
      }
      if (length + 2 > bounds.length) {
        bounds = LongArrays.grow(bounds, length + 2);
      }
      bounds[length++] = first;
      bounds[length++] = last;
    }
  }

  /**
   * {@return a witness}
   *
   * @param indices the events in their new order
   * @param asRecorded length of the prefix that the reordering has in common with the trace
   * @param schedule its last steps, or all of them, for display
   * @param shown number of events in the schedule
   */
  public static Witness of(long[] indices, int asRecorded, List<Step> schedule, int shown) {
    Runs runs = new Runs();
    for (long index : indices) {
      runs.add(index, index);
    }
    return of(runs, asRecorded, schedule, shown);
  }

  /**
   * {@return a witness}
   *
   * @param runs the events in their new order
   * @param asRecorded length of the prefix that the reordering has in common with the trace
   * @param schedule its last steps, or all of them, for display
   * @param shown number of events in the schedule
   */
  public static Witness of(Runs runs, int asRecorded, List<Step> schedule, int shown) {
    long[] bounds = Arrays.copyOf(runs.bounds, runs.length);
    return new Witness(bounds, runs.size, asRecorded, schedule, shown);
  }

  /** {@return the reordering: indices of events, in their new order} */
  public long[] indices() {
    long[] indices = new long[size];
    int at = 0;
    for (int i = 0; i < runs.length; i += 2) {
      for (long index = runs[i]; index <= runs[i + 1]; index++) {
        indices[at++] = index;
      }
    }
    return indices;
  }

  /** {@return the reordering as runs of consecutive indices} */
  public List<Run> runs() {
    List<Run> list = new ArrayList<>(runs.length / 2);
    for (int i = 0; i < runs.length; i += 2) {
      list.add(new Run(runs[i], runs[i + 1]));
    }
    return list;
  }

  /**
   * {@return the number of events; 0 if nothing comes before the accesses, and for {@link #NONE}}
   */
  public int size() {
    return size;
  }

  /**
   * {@return the length of the prefix that the reordering has in common with the trace; from 0 to
   * {@link #size()}}
   */
  public int asRecorded() {
    return asRecorded;
  }

  /**
   * {@return the last steps of the reordering, or all of them, for display; of a deadlock, only
   * those by which the threads come to their requests}
   */
  public List<Step> schedule() {
    return schedule;
  }

  /**
   * {@return the number of events in the schedule: one for each step, more for steps of several
   * accesses; from the number of steps to {@link #size()}}
   */
  public int shown() {
    return shown;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Witness that
        && Arrays.equals(runs, that.runs)
        && asRecorded == that.asRecorded
        && schedule.equals(that.schedule);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(runs);
  }

  @Override
  public String toString() {
    return "Witness" + runs();
  }
}
