package io.racedet.witness.unrecorded;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.witness.EventHistory;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * The spans of a trace: what a thread does between two of its events that are not plain accesses.
 */
final class SpanBounds {
  private final EventHistory trace;
  private final Int2ObjectOpenHashMap<IntArrayList> bounds = new Int2ObjectOpenHashMap<>();
  private final Int2IntOpenHashMap last = new Int2IntOpenHashMap(); // event of each thread

  SpanBounds(EventHistory trace) {
    this.trace = trace;
    for (int p = 0; p < trace.size(); p++) {
      int thread = EventBlock.thread(trace.word(p));
      last.put(thread, p);
      if (isBound(trace.word(p))) {
        boundsOf(thread).add(p);
      }
      if (EventBlock.op(trace.word(p)).operand() == Op.Operand.THREAD) {
        // The child does nothing before a fork, and nothing after a join.
        boundsOf(EventBlock.operand(trace.word(p))).add(p);
      }
    }
  }

  private IntArrayList boundsOf(int thread) {
    return bounds.computeIfAbsent(thread, unseen -> new IntArrayList());
  }

  private static boolean isBound(long word) {
    return !EventBlock.isPlain(word) && EventBlock.op(word) != Op.AGAIN;
  }

  /** The event before the span of a plain access, or -1. */
  int before(int position) {
    IntArrayList of = bounds.get(EventBlock.thread(trace.word(position)));
    int at = of == null ? -1 : -1 - next(of, position);
    return at <= 0 ? -1 : of.getInt(at - 1);
  }

  /** The event that ends the span of a plain access, or the greatest number. */
  int after(int position) {
    IntArrayList of = bounds.get(EventBlock.thread(trace.word(position)));
    int at = of == null ? 0 : -1 - next(of, position);
    return of == null || at == of.size() ? Integer.MAX_VALUE : of.getInt(at);
  }

  /** Whether a span ends with its thread. */
  boolean isLast(int position) {
    return after(position) > lastOfThread(position);
  }

  /** The last event of the thread of an event. */
  int lastOfThread(int position) {
    return last.get(EventBlock.thread(trace.word(position)));
  }

  private static int next(IntArrayList of, int position) {
    return Arrays.binarySearch(of.elements(), 0, of.size(), position);
  }
}
