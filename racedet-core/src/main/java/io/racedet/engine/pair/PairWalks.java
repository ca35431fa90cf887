package io.racedet.engine.pair;

import io.racedet.event.EventBlock;
import io.racedet.event.Walk;
import java.util.BitSet;

/**
 * The walks over the variables of arrays. A walk takes as many steps as it meets segments and
 * single variables. Not thread-safe.
 */
final class PairWalks {
  private final PairHistory history;
  private final PairSegments segments;

  // The current walk.
  private boolean isWrite;
  private int thread;
  private int step;
  private long detail;

  PairWalks(PairHistory history) {
    this.history = history;
    segments = history.segments();
  }

  /** How many segments there are. */
  int size() {
    return segments.size();
  }

  /** Gives a variable a state of its own. */
  void extract(int variable) {
    segments.extract(variable);
  }

  /** Marks the contexts of all accesses to variables that are in segments. */
  void markContexts(BitSet live) {
    segments.markContexts(live);
  }

  /** Processes a range. */
  void range(long word, long walk, long index, long where) {
    isWrite = EventBlock.isWrite(word);
    thread = EventBlock.thread(word);
    step = Walk.stride(walk);
    detail = where;
    int first = EventBlock.operand(word);
    int count = Walk.count(walk);
    if (Math.abs(step) != 1 || count < PairSegments.SHORTEST) {
      for (int i = 0; i < count; i++) {
        segments.extract(first + i * step);
      }
      singles(first, count, index);
      return;
    }
    int pieces = 0;
    for (int done = 0; done < count; ) {
      int variable = first + done * step;
      int run = segments.run(variable, step, count - done);
      run(variable, run, index + done);
      pieces += segments.contains(variable) ? 1 : run;
      done += run;
    }
    int least = least(first, count);
    segments.join(least, least + count - 1, pieces);
  }

  /** Walks over variables that are in one segment, or each in none. */
  private void run(int variable, int count, long index) {
    int least = least(variable, count);
    boolean isSegment = segments.contains(variable);
    if (!isSegment && count >= PairSegments.SHORTEST && segments.isBlank(variable)) {
      segments.add(least, least + count - 1);
      isSegment = true;
    }
    if (isSegment) {
      segment(variable, count, index);
    } else {
      singles(variable, count, index);
    }
  }

  private void segment(int variable, int count, long index) {
    int least = least(variable, count);
    PairSegment segment = segments.cut(least, least + count - 1);
    if (count < PairSegments.SHORTEST) {
      segments.dissolve(segment);
      singles(variable, count, index);
    } else if (!accessAll(segment, count, index)) {
      apart(variable, count, index);
    }
  }

  private boolean accessAll(PairSegment segment, int count, long index) {
    return step > 0
        ? history.accessAll(isWrite, segment, thread, index, detail)
        : history.accessAll(isWrite, segment, thread, index + count - 1, detail | PairSegment.DOWN);
  }

  /**
   * Walks over a segment whose variables differ in what the access does. A read of the first one
   * may order the writes that the others see.
   */
  private void apart(int variable, int count, long index) {
    int done = 0;
    if (!isWrite && count > PairSegments.SHORTEST) {
      segments.extract(variable);
      singles(variable, 1, index);
      done = 1;
    }
    int rest = count - done;
    int least = least(variable + done * step, rest);
    PairSegment segment = segments.cut(least, least + rest - 1);
    if (done == 0 || !accessAll(segment, rest, index + done)) {
      segments.dissolve(segment);
      singles(variable + done * step, rest, index + done);
    }
  }

  private void singles(int variable, int count, long index) {
    for (int i = 0; i < count; i++) {
      if (isWrite) {
        history.write(variable + i * step, thread, index + i, detail);
      } else {
        history.read(variable + i * step, thread, index + i, detail);
      }
    }
  }

  private int least(int variable, int count) {
    return step > 0 ? variable : variable - count + 1;
  }
}
