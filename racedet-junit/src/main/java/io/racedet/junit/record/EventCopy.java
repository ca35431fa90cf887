package io.racedet.junit.record;

import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.trace.TraceFile;
import io.racedet.trace.TraceWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The events of one replay, kept until they are written to a file. Objects are numbered when their
 * names are first requested, and a file names all of them: it is written after the report, so that
 * the numbers in the report stay small.
 */
public final class EventCopy extends EventBlocks {
  private final Names names;
  private final List<EventBlock> full = new ArrayList<>();

  EventCopy(Names names) {
    this.names = names;
  }

  @Override
  void end() {
    full.add(block);
    block = new EventBlock();
  }

  /** Writes the events as {@link RecordedTrace#save} does. */
  public void save(Path file) throws IOException {
    try (TraceWriter out = TraceFile.create(file, null, names)) {
      for (EventBlock each : full) {
        out.write(each);
      }
      out.write(block);
    }
  }
}
