package io.racedet.trace.generated;

import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.trace.TraceReader;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * A generated execution with a loop: the part of a {@link GeneratedTrace} between its forks and its
 * joins is repeated in the same order. No lock is held at the ends of this part, so the trace is
 * well formed too, and its races are those of any two rounds. Not thread-safe.
 */
public final class RepeatedTrace implements TraceReader {
  private final GeneratedTrace once;
  private final LongArrayList words = new LongArrayList();
  private final IntArrayList locations = new IntArrayList();
  private final int from; // of the repeated events
  private final int to;
  private long rounds; // left after this one
  private int next;
  private long done;
  private long base; // events before the last read

  /**
   * Starts a trace.
   *
   * @param workload the shape of the trace with one round; its events are kept in memory
   * @param rounds the number of rounds, at least 1
   * @throws IllegalArgumentException if the number of rounds is less than 1 or makes the trace too
   *     long
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
    from = afterLast(Op.FORK);
    to = firstFrom(from, Op.JOIN);
    long most = EventBlock.MAX_INDEX / Math.max(1, words.size());
    if (rounds < 1 || rounds > most) {
      throw new IllegalArgumentException("rounds: " + rounds + " (expected: 1.." + most + ")");
    }
  }

  private int afterLast(Op op) {
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
