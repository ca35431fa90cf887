package io.racedet.trace;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.RangeExpander;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Converts traces of tests to files and back. */
public final class Traces {
  private Traces() {}

  /** The events of a reader as lines of text, with the names of the reader. */
  public static List<String> lines(TraceReader reader) throws IOException {
    List<String> lines = new ArrayList<>();
    RangeExpander expander =
        new RangeExpander(
            events -> {
              for (int i = 0; i < events.size(); i++) {
                lines.add(line(events.words()[i], events.locations()[i], reader.names()));
              }
            });
    EventBlock block = new EventBlock();
    while (reader.read(block)) {
      expander.accept(block);
      block.clear();
    }
    return lines;
  }

  /** One event as a line of text. */
  static String line(long word, int location, Names names) {
    Op op = EventBlock.op(word);
    Op.Operand space = op.operand();
    return names.name(Op.Operand.THREAD, EventBlock.thread(word))
        + '|'
        + op.mnemonic()
        + (space == Op.Operand.NONE ? "" : '(' + names.name(space, EventBlock.operand(word)) + ')')
        + '|'
        + (location == EventSink.NO_LOCATION ? "" : names.location(location));
  }

  /** A trace as the bytes of a file. */
  public static byte[] bytes(TestTrace trace, TraceFormat format) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TraceWriter writer = format.writer(out, trace)) {
      EventBlock block = new EventBlock();
      for (TraceEvent e : trace.events()) {
        block.append(EventBlock.word(e.op(), e.thread(), e.operand()), e.location());
        if (block.isFull()) {
          writer.write(block);
          block.clear();
        }
      }
      writer.write(block);
    }
    return out.toByteArray();
  }

  /** The same trace in another format. */
  public static byte[] convert(byte[] bytes, TraceFormat to) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TraceReader reader = TraceFile.open(new ByteArrayInputStream(bytes), "test", null, false);
        TraceWriter writer = to.writer(out, reader.names())) {
      copy(reader, writer);
    }
    return out.toByteArray();
  }

  /** Writes all events of a reader. */
  public static void copy(TraceReader reader, TraceWriter writer) throws IOException {
    EventBlock block = new EventBlock();
    while (reader.read(block)) {
      writer.write(block);
      block.clear();
    }
  }
}
