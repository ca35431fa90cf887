package io.racedet.part;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.event.Walk;
import io.racedet.ids.DenseIds;
import io.racedet.trace.TraceReader;
import io.racedet.trace.bytes.Progression;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.Arrays;

/**
 * The events of a window of a trace as a trace of its own, with dense ids. It begins with events
 * that lead to what is open at the beginning of the window, see {@link WindowBeginning}; they take
 * the indices before it.
 */
final class WindowReader implements TraceReader {
  private static final int LOCATIONS = Operand.values().length;
  private static final int WORDS = WindowEvents.WORDS;

  private final TraceReader part;
  private final WindowEvents events;
  private final int added;
  private final DenseIds[] ids = new DenseIds[LOCATIONS + 1];
  private final Progression elements = new Progression();
  private final LongArrayList ready = new LongArrayList(); // entries with dense ids
  private int next; // of the entries of the window, in words
  private int nextReady;

  WindowReader(TraceReader part, long from, long to) throws IOException {
    this.part = part;
    events = new WindowEvents(part, from, to);
    Arrays.setAll(ids, space -> new DenseIds());
    LongArrayList beginning = events.beginning();
    added = beginning.size();
    for (long word : beginning) {
      take(word, 0, EventSink.NO_LOCATION);
    }
  }

  /** How many events of the window there are, beside those that were added. */
  long events() {
    return events.count();
  }

  /** Takes an event, or the accesses of a range. */
  private void take(long word, long walk, int location) {
    Op op = EventBlock.op(word);
    int by = id(Operand.THREAD, EventBlock.thread(word));
    int operand = EventBlock.operand(word);
    int place = location == EventSink.NO_LOCATION ? location : ids[LOCATIONS].of(location);
    if (walk == 0) {
      int id = op.operand() == Operand.NONE ? 0 : id(op.operand(), operand);
      add(EventBlock.word(op, by, id), 0, place);
      return;
    }
    elements.begin();
    for (int i = 0; i < Walk.count(walk); i++) {
      int element = id(Operand.VARIABLE, operand + i * Walk.stride(walk));
      if (!elements.goesOn(element)) {
        endRange(op, by, place);
      }
      elements.add(element);
    }
    endRange(op, by, place);
  }

  /** An event of the window, whose channels are numbered after that of its beginning. */
  private static long withChannel(long word) {
    return EventBlock.op(word).operand() == Operand.CHANNEL
        ? EventBlock.withOperand(word, EventBlock.operand(word) + 1 + WindowBeginning.GATE)
        : word;
  }

  private void endRange(Op op, int by, int location) {
    if (elements.count() > 0) {
      long walk = Walk.of(elements.stride(), elements.count());
      add(EventBlock.word(op, by, elements.first()), walk, location);
    }
    elements.begin();
  }

  private int id(Operand space, int id) {
    return ids[space.ordinal()].of(id);
  }

  private void add(long word, long walk, int location) {
    ready.add(word);
    ready.add(walk);
    ready.add(location);
  }

  @Override
  public boolean read(EventBlock into) {
    LongArrayList entries = events.entries();
    while (!into.isFull() && (nextReady < ready.size() || next < entries.size())) {
      if (nextReady == ready.size()) {
        ready.clear();
        nextReady = 0;
        take(
            withChannel(entries.getLong(next)),
            entries.getLong(next + 1),
            (int) entries.getLong(next + 2));
        next += WORDS;
      }
      move(into);
    }
    return into.size() > 0;
  }

  /** Moves an entry, or as much of it as there is room for. */
  private void move(EventBlock into) {
    long word = ready.getLong(nextReady);
    long walk = ready.getLong(nextReady + 1);
    int location = (int) ready.getLong(nextReady + 2);
    if (walk == 0) {
      into.append(word, location);
      nextReady += WORDS;
      return;
    }
    int count = Math.min(Walk.count(walk), into.room());
    into.appendRange(word, Walk.of(Walk.stride(walk), count), location);
    if (count == Walk.count(walk)) {
      nextReady += WORDS;
    } else {
      int variable = EventBlock.operand(word) + count * Walk.stride(walk);
      ready.set(nextReady, EventBlock.withOperand(word, variable));
      ready.set(nextReady + 1, Walk.of(Walk.stride(walk), Walk.count(walk) - count));
    }
  }

  @Override
  public long eventsBefore() {
    return events.before() - added;
  }

  @Override
  public String source() {
    return part.source();
  }

  @Override
  public String position(int i) {
    return "window after event " + events.before();
  }

  @Override
  public Names names() {
    Names names = part.names();
    return new Names() {
      @Override
      public String name(Operand space, int id) {
        int known = ids[space.ordinal()].number(id);
        if (space != Operand.CHANNEL) {
          return names.name(space, known);
        }
        return known == WindowBeginning.GATE
            ? "beginning of the window"
            : names.name(space, known - 1 - WindowBeginning.GATE);
      }

      @Override
      public String location(int location) {
        return names.location(ids[LOCATIONS].number(location));
      }
    };
  }

  @Override
  public void close() throws IOException {
    part.close();
  }
}
