package io.racedet.junit.record;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Walk;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The events of one replay, kept until they are written to a file. Objects are numbered when their
 * names are first requested, and a file names all of them: it is written after the report, so that
 * the numbers in the report stay small.
 */
public final class EventCopy implements EventSink {
  private static final long NO_WALK = 0;

  private final Names names;
  private final LongArrayList words = new LongArrayList();
  private final IntArrayList locations = new IntArrayList();
  private final LongArrayList walks = new LongArrayList();

  EventCopy(Names names) {
    this.names = names;
  }

  @Override
  public void event(Op op, int thread, int operand, int location) {
    add(op, thread, operand, NO_WALK, location);
  }

  @Override
  public void range(Op op, int thread, int first, int stride, int count, int location) {
    add(op, thread, first, Walk.of(stride, count), location);
  }

  private void add(Op op, int thread, int operand, long walk, int location) {
    words.add(EventBlock.word(op, thread, op.operand() == Op.Operand.NONE ? 0 : operand));
    walks.add(walk);
    locations.add(location);
  }

  /** Writes the events as {@link RecordedTrace#save} does. */
  public void save(Path file) throws IOException {
    TraceOutput.write(
        file,
        names,
        sink -> {
          for (int i = 0; i < words.size(); i++) {
            send(i, sink);
          }
        });
  }

  private void send(int entry, EventSink sink) {
    long word = words.getLong(entry);
    long walk = walks.getLong(entry);
    Op op = EventBlock.op(word);
    int thread = EventBlock.thread(word);
    int operand = EventBlock.operand(word);
    int location = locations.getInt(entry);
    if (walk == NO_WALK) {
      sink.event(op, thread, operand, location);
    } else {
      sink.range(op, thread, operand, Walk.stride(walk), Walk.count(walk), location);
    }
  }
}
