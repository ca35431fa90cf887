package io.racedet.junit.record;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.trace.TraceFile;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Events of a trace as text, one a line: {@code thread|op(operand)|location}. */
public final class EventLog implements EventSink {
  private final Names names;
  private final List<String> lines = new ArrayList<>();

  private EventLog(Names names) {
    this.names = names;
  }

  public static List<String> of(RecordedTrace trace) {
    EventLog log = new EventLog(trace.names());
    trace.replay(log);
    return log.lines;
  }

  /** The events of a trace file. */
  public static List<String> of(Path file) throws IOException {
    try (TraceReader trace = TraceFile.open(file, null, false)) {
      EventLog log = new EventLog(trace.names());
      EventBlock block = new EventBlock();
      while (trace.read(block)) {
        for (int i = 0; i < block.size(); i++) {
          long word = block.words()[i];
          log.event(
              EventBlock.op(word),
              EventBlock.thread(word),
              EventBlock.operand(word),
              block.locations()[i]);
        }
        block.clear();
      }
      return log.lines;
    }
  }

  @Override
  public void event(Op op, int thread, int operand, int location) {
    String where = location == NO_LOCATION ? "" : names.location(location);
    lines.add(
        names.name(Op.Operand.THREAD, thread)
            + '|'
            + op.mnemonic()
            + '('
            + names.name(op.operand(), operand)
            + ")|"
            + where);
  }
}
