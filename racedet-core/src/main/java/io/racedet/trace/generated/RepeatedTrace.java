package io.racedet.trace.generated;

import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.trace.TraceReader;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * A made-up execution in a loop: what a {@link GeneratedTrace} does between its forks and its joins
 * is done many times over, in the same order. No lock is held there, so it is as well formed, and
 * its races are those that any two rounds have. Not thread-safe.
 */
public final class RepeatedTrace implements TraceReader {
  private final GeneratedTrace once;
  private final LongArrayList words = new LongArrayList();
  private final IntArrayList locations = new IntArrayList();
  private final int from; // of the events that are repeated
  private final int to;
  private long rounds; // still to be begun after this one
  private int next;
  private long done;
  private long base; // events before those of the last read

  /**
   * Starts a trace.
   *
   * @param workload what it is to be like with one round; its events are kept in memory
   * @param rounds how many rounds, from 1
   * @throws IllegalArgumentException when there are no rounds, or too many events
   */
  public RepeatedTrace(Workload workload, long rounds) {
    once = new GeneratedTrace(workload);
    this.rounds = rounds - 1;
    EventBlock block = new EventBlock();
    while (once.read(block)) {
      words.addElements(words.size(), block.words(), 0, block.size());
      locations.addElements(locations.size(), block.locations(), 0, block.size());
      block.clear();
    }
    from = behindLast(Op.FORK);
    to = firstFrom(from, Op.JOIN);
    long most = EventBlock.MAX_INDEX / Math.max(1, words.size());
    if (rounds < 1 || rounds > most) {
      throw new IllegalArgumentException("rounds: " + rounds + " (expected: 1.." + most + ")");
    }
  }

  private int behindLast(Op op) {
    int end = words.size();
    while (end > 0 && EventBlock.op(words.getLong(end - 1)) != op) {
      end--;
    }
    return end;
  }

  private int firstFrom(int begin, Op op) {
    int at = begin;
    while (at < words.size() && EventBlock.op(words.getLong(at)) != op) {
      at++;
    }
    return at;
  }

  @Override
  public boolean read(EventBlock block) {
    base = done;
    while (!block.isFull() && next < words.size()) {
      block.append(words.getLong(next), locations.getInt(next));
      done++;
      next++;
      if (next == to && rounds > 0) {
        rounds--;
        next = from;
      }
    }
    return block.size() > 0;
  }

  @Override
  public String source() {
    return once.source();
  }

  @Override
  public String position(int i) {
    return "event " + (base + i + 1);
  }

  @Override
  public Names names() {
    return once.names();
  }

  @Override
  public void close() {
    next = words.size();
  }
}
