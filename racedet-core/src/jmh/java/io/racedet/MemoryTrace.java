package io.racedet;

import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A trace in memory that can be read repeatedly; each read copies its events. */
final class MemoryTrace implements TraceReader {
  private final List<EventBlock> blocks = new ArrayList<>();
  private final Names names;
  private int next;

  MemoryTrace(TraceReader source) throws IOException {
    names = source.names();
    EventBlock block = new EventBlock();
    while (source.read(block)) {
      blocks.add(block);
      block = new EventBlock();
    }
  }

  void rewind() {
    next = 0;
  }

  @Override
  public boolean read(EventBlock block) {
    if (next == blocks.size()) {
      return false;
    }
    EventBlock from = blocks.get(next++);
    for (int i = 0; i < from.size(); i++) {
      if (EventBlock.isRange(from.words()[i])) {
        block.appendRange(EventBlock.firstOf(from.words()[i]), from.walkOf(i), from.locations()[i]);
      } else {
        block.append(from.words()[i], from.locations()[i]);
      }
    }
    return true;
  }

  @Override
  public String source() {
    return "memory";
  }

  @Override
  public String position(int i) {
    return "event " + ((long) (next - 1) * EventBlock.CAPACITY + i + 1);
  }

  @Override
  public Names names() {
    return names;
  }

  @Override
  public void close() {
    rewind();
  }
}
