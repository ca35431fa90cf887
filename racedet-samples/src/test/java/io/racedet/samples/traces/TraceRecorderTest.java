package io.racedet.samples.traces;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.samples.racy.R01_UnsynchronisedCounter;
import io.racedet.trace.TraceFile;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceRecorderTest {
  private static final int RUNS = 1_000;

  @Test
  void recordedGrammar_hasTheEventsOfThePlainFile(@TempDir Path directory) throws Exception {
    PrintStream out =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    new TraceRecorder(directory, out)
        .record(
            "counters",
            R01_UnsynchronisedCounter.class.getPackageName(),
            1 << 20,
            () -> {
              for (int i = 0; i < RUNS; i++) {
                new R01_UnsynchronisedCounter().run();
              }
            });

    List<String> events = events(directory.resolve("counters.rdt"));
    assertThat(events).hasSizeGreaterThan(4 * EventBlock.CAPACITY);
    assertThat(events(directory.resolve("counters.slp"))).isEqualTo(events);
  }

  private static List<String> events(Path file) throws IOException {
    List<String> events = new ArrayList<>();
    try (TraceReader trace = TraceFile.open(file, null, false)) {
      Names names = trace.names();
      EventBlock block = new EventBlock();
      while (trace.read(block)) {
        for (int i = 0; i < block.size(); i++) {
          long word = block.words()[i];
          Op op = EventBlock.op(word);
          int location = block.locations()[i];
          events.add(
              String.join(
                  "|",
                  names.name(Op.Operand.THREAD, EventBlock.thread(word)),
                  op.mnemonic(),
                  names.name(op.operand(), EventBlock.operand(word)),
                  location == EventSink.NO_LOCATION ? "" : names.location(location)));
        }
        block.clear();
      }
    }
    return events;
  }
}
