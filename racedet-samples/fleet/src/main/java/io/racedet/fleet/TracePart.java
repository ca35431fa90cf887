package io.racedet.fleet;

import io.racedet.race.Limit;
import io.racedet.race.ReachedLimit;
import io.racedet.trace.TraceSplit;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What one call of a task analyses: a whole trace, or a window of it, which is some consecutive
 * splits.
 *
 * @param input the trace
 * @param splits the part, as one split
 * @param own how many of its events are to be counted: those that no other part has; -1 for all
 * @param windows how many windows the trace has
 */
record TracePart(TraceInput input, TraceSplit splits, long own, int windows)
    implements Serializable {
  /** A trace as one part. */
  static TracePart whole(TraceInput input) {
    return new TracePart(input, TraceSplit.WHOLE, -1, 1);
  }

  /**
   * A trace as windows of so many splits, each with half of the one before it.
   *
   * @param areCounted whether their events are counted
   */
  static List<TracePart> windows(
      TraceInput input, List<TraceSplit> splits, int length, boolean areCounted) {
    if (splits.size() <= length) {
      return List.of(new TracePart(input, TraceSplit.WHOLE, areCounted ? -1 : 0, 1));
    }
    int step = Math.max(1, length / 2);
    int windows = 1 + (splits.size() - length + step - 1) / step;
    List<TracePart> parts = new ArrayList<>();
    int done = 0;
    for (int i = 0; i < windows; i++) {
      int to = Math.min(i * step + length, splits.size());
      long own = splits.subList(done, to).stream().mapToLong(TraceSplit::events).sum();
      TraceSplit window = joined(splits.subList(i * step, to));
      parts.add(new TracePart(input, window, areCounted ? own : 0, windows));
      done = to;
    }
    return parts;
  }

  private static TraceSplit joined(List<TraceSplit> splits) {
    TraceSplit first = splits.get(0);
    return new TraceSplit(
        first.number(),
        first.offset(),
        splits.stream().mapToLong(TraceSplit::length).sum(),
        first.eventsBefore(),
        splits.stream().mapToLong(TraceSplit::events).sum());
  }

  boolean isWindow() {
    return !splits.isWhole();
  }

  /** What a report says of a trace in windows. */
  ReachedLimit limit() {
    return Limit.WINDOW.reached(
        String.format(
            Locale.ROOT,
            "analysed in %,d overlapping windows: races between events that no window has"
                + " together are missed",
            windows));
  }
}
