package io.racedet.junit.record;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.trace.TraceFile;
import io.racedet.trace.TraceWriter;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The events of one replay, kept until they are written to a file. Objects are numbered when their
 * names are first requested, and a file names all of them: it is written after the report, so that
 * the numbers in the report stay small.
 */
public final class EventCopy implements EventSink {
  private final Names names;
  private final long[] words;
  private final int[] locations;
  private int size;

  EventCopy(int events, Names names) {
    this.names = names;
    words = new long[events];
    locations = new int[events];
  }

  @Override
  public void event(Op op, int thread, int operand, int location) {
    words[size] = EventBlock.word(op, thread, op.operand() == Op.Operand.NONE ? 0 : operand);
    locations[size++] = location;
  }

  /**
   * Writes the events as {@link RecordedTrace#save} does.
   *
   * @param file the file; its extension determines the format
   * @throws IllegalArgumentException if the extension is not that of a format, or a name cannot be
   *     written
   * @throws IOException if the file cannot be written
   */
  public void save(Path file) throws IOException {
    try (TraceWriter writer = TraceFile.create(file, null, names)) {
      EventBlock block = new EventBlock();
      for (int i = 0; i < size; i++) {
        block.append(words[i], locations[i]);
        if (block.isFull()) {
          writer.write(block);
          block.clear();
        }
      }
      writer.write(block);
    }
  }
}
