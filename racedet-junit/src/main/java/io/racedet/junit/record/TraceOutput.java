package io.racedet.junit.record;

import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.trace.TraceFile;
import io.racedet.trace.TraceWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Writes the events that it receives, block by block. */
final class TraceOutput extends EventBlocks {
  private final TraceWriter out;

  private TraceOutput(TraceWriter out) {
    this.out = out;
  }

  /** Writes the events that a replay sends to a file. */
  static void write(Path file, Names names, Consumer<EventSink> replay) throws IOException {
    try (TraceWriter writer = TraceFile.create(file, null, names)) {
      TraceOutput output = new TraceOutput(writer);
      replay.accept(output);
      output.end();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  void end() {
    try {
      out.write(block);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // an EventSink declares no checked exceptions
    }
    block.clear();
  }
}
