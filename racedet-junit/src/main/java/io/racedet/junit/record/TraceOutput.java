package io.racedet.junit.record;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Walk;
import io.racedet.trace.TraceFile;
import io.racedet.trace.TraceWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Writes the events that it receives, block by block. */
final class TraceOutput implements EventSink {
  private final TraceWriter out;
  private final EventBlock block = new EventBlock();

  TraceOutput(TraceWriter out) {
    this.out = out;
  }

  /** Writes the events that a replay sends to a file. */
  static void write(Path file, Names names, Consumer<EventSink> replay) throws IOException {
    try (TraceWriter writer = TraceFile.create(file, null, names)) {
      TraceOutput output = new TraceOutput(writer);
      replay.accept(output);
      output.writeBlock();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public void event(Op op, int thread, int operand, int location) {
    block.append(
        EventBlock.word(op, thread, op.operand() == Op.Operand.NONE ? 0 : operand), location);
    writeIfFull();
  }

  @Override
  public void range(Op op, int thread, int first, int stride, int count, int location) {
    int variable = first;
    for (int left = count; left > 0; ) {
      int part = Math.min(left, block.room());
      block.appendRange(EventBlock.word(op, thread, variable), Walk.of(stride, part), location);
      variable += part * stride;
      left -= part;
      writeIfFull();
    }
  }

  private void writeIfFull() {
    if (block.isFull()) {
      try {
        writeBlock();
      } catch (IOException e) {
        throw new UncheckedIOException(e); // an EventSink declares no checked exceptions
      }
    }
  }

  /** Writes the events that do not fill a block. */
  private void writeBlock() throws IOException {
    out.write(block);
    block.clear();
  }
}
