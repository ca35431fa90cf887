package io.racedet.part;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.event.Walk;
import io.racedet.trace.TraceReader;
import io.racedet.trace.split.OpenThreads;
import io.racedet.trace.split.SplitBeginning;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.BitSet;

/**
 * The events of a window, in memory, and what is open at its beginning. Where so few events precede
 * a window that those that lead to its beginning would be more, they are in the window, too.
 */
final class WindowEvents {
  /** The words of an entry: an event, its walk if it is a range or 0, and its location. */
  static final int WORDS = 3;

  private static final int FEW = 1 << 16;

  private final LongArrayList earlier = new LongArrayList(); // entries of a trace before the window
  private final LongArrayList entries = new LongArrayList();
  private final BitSet threads = new BitSet(); // of the window, but those that are forked in it
  private final BitSet forked = new BitSet();
  private final BitSet begun = new BitSet(); // those of the threads that begin in the window
  private final BitSet woken = new BitSet();
  private final boolean hasEarlier; // whether all are kept
  private final LongArrayList beginning;
  private final long from;
  private long count;
  private boolean isExtended;
  private SplitBeginning open;

  WindowEvents(TraceReader part, long from, long to) throws IOException {
    long index = part.eventsBefore();
    this.from = from;
    if (from <= index) {
      throw new IllegalArgumentException(
          "window: from event " + from + " (expected: at least " + (index + 1) + ")");
    }
    hasEarlier = index == 0 && from <= FEW;
    read(part, index, to);
    LongArrayList leading = WindowBeginning.of(open, threads, begun, woken);
    isExtended = leading.size() >= from;
    beginning = isExtended ? new LongArrayList() : leading;
    if (isExtended && !hasEarlier) {
      throw new IllegalArgumentException(
          "window: after "
              + (from - 1)
              + " events, which leave "
              + leading.size()
              + " things open (expected: a part that begins with the trace)");
    }
    if (isExtended) {
      entries.addAll(0, earlier);
    }
    earlier.clear();
  }

  private void read(TraceReader part, long before, long to) throws IOException {
    OpenThreads running = new OpenThreads(part.beginning());
    EventBlock block = new EventBlock();
    long index = before;
    while (index + 1 < to && part.read(block)) {
      for (int i = 0; i < block.size() && index + 1 < to; i++) {
        long word = EventBlock.firstOf(block.words()[i]);
        boolean isRange = EventBlock.isRange(block.words()[i]);
        long walk = isRange ? block.walkOf(i) : 0;
        int events = (int) Math.min(isRange ? Walk.count(walk) : 1, to - 1 - index);
        int outside = (int) Math.min(events, Math.max(0, from - 1 - index));
        int location = block.locations()[i];
        if (outside > 0 && hasEarlier) {
          add(earlier, word, isRange ? Walk.of(Walk.stride(walk), outside) : 0, location);
        }
        if (outside > 0) {
          running.run(EventBlock.thread(word));
          running.event(
              EventBlock.op(word), EventBlock.thread(word), EventBlock.operand(word), index + 1);
        }
        if (outside < events) {
          open = open == null ? running.state() : open;
          long first =
              EventBlock.withOperand(word, EventBlock.operand(word) + outside * Walk.stride(walk));
          note(word);
          long rest = isRange ? Walk.of(Walk.stride(walk), events - outside) : 0;
          add(entries, first, rest, location);
        }
        index += events;
        count += events - outside;
      }
      block.clear();
    }
    open = open == null ? running.state() : open;
  }

  private void note(long word) {
    int thread = EventBlock.thread(word);
    if (!forked.get(thread)) {
      threads.set(thread);
    }
    if (EventBlock.op(word) == Op.FORK) {
      forked.set(EventBlock.operand(word));
    }
    if (EventBlock.op(word) == Op.BEGIN && !forked.get(thread)) {
      begun.set(thread);
    }
    if (EventBlock.op(word) == Op.WAKE) {
      woken.set(thread);
    }
  }

  private static void add(LongArrayList to, long word, long walk, int location) {
    to.add(word);
    to.add(walk);
    to.add(location);
  }

  /** The events before those of the window, one word each. */
  LongArrayList beginning() {
    return beginning;
  }

  /** The events of the window. */
  LongArrayList entries() {
    return entries;
  }

  /** How many events the window has. */
  long count() {
    return count;
  }

  /** How many events of the trace precede the entries. */
  long before() {
    return isExtended ? 0 : from - 1;
  }
}
