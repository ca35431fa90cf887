package io.racedet.junit.record;

import io.racedet.event.Names;
import io.racedet.event.Op.Operand;
import io.racedet.junit.record.merge.TraceNames;

/**
 * The names of ids that are known later than the ids. Where the recording has dropped what ids
 * stand for, those of a replay are known. Not thread-safe.
 */
final class LaterNames implements Names {
  private TraceNames known;
  private TraceNames longest; // of the replays that are over
  private long events; // of that one
  private TraceNames current; // of the last replay, or of the longest one when it is over

  void set(TraceNames names) {
    known = names;
  }

  /** A replay begins, whose translation makes the ids of these names. */
  void begin(TraceNames ofReplay) {
    current = ofReplay;
  }

  /** The replay is over, after so many events. */
  void end(long afterEvents) {
    if (longest == null || afterEvents > events) {
      longest = current;
      events = afterEvents;
    }
    current = longest;
  }

  /** The names in which that of an id is. */
  TraceNames of(Operand space, int id) {
    return known.isKnown(space, id) ? known : current;
  }

  @Override
  public String name(Operand space, int id) {
    return of(space, id).name(space, id);
  }

  @Override
  public String location(int location) {
    return known.location(location);
  }
}
