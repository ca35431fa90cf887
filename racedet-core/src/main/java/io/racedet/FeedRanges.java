package io.racedet;

import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.trace.bytes.Progression;
import io.racedet.wellformed.ExecutionState;

/** Passes ranges of a feed on, in parts whose variables have ids at equal distances. */
final class FeedRanges {
  private final FeedIds ids;
  private final ExecutionState state;
  private final FeedThreads threads;
  private final RaceAnalysis analysis;

  private final Progression part = new Progression();

  FeedRanges(FeedIds ids, ExecutionState state, FeedThreads threads, RaceAnalysis analysis) {
    this.ids = ids;
    this.state = state;
    this.threads = threads;
    this.analysis = analysis;
  }

  /**
   * Takes the accesses of a thread; false if they cannot come next.
   *
   * @throws IllegalArgumentException if there is no such range
   */
  boolean take(Op op, int thread, String array, int from, int to, int step, int location) {
    int size = ArrayRange.count(op, from, to, step);
    analysis.ensureOpen(op, thread, size);
    int context = state.access(thread);
    if (context == ExecutionState.REFUSED) {
      return false;
    }
    int by = threads.id(thread);
    if (step < 0) { // so that the ids of new elements go down, too
      for (int i = size - 1; i > 0; i--) {
        id(array, from + i * step);
      }
    }
    part.begin();
    for (int i = 0; i < size; i++) {
      int id = id(array, from + i * step);
      if (!part.goesOn(id)) {
        send(op, by, context, location);
        part.begin();
      }
      part.add(id);
    }
    send(op, by, context, location);
    return true;
  }

  private void send(Op op, int by, int context, int location) {
    analysis.takeRange(op, by, part.first(), part.stride(), part.count(), context, location);
  }

  private int id(String array, int index) {
    String name = array + '[' + index + ']';
    return ids.id(Operand.VARIABLE, ids.handle(Operand.VARIABLE, name));
  }
}
