package io.racedet.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.TraceAnalysis;
import io.racedet.cli.console.Console;
import io.racedet.trace.TraceFormat;
import io.racedet.trace.TraceReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A trace is kept for proofs, and read a second time for this, only if it has patterns. */
class DeadlockJobTest {
  private static final String NESTED = "T1|acq(a)|1\nT1|acq(b)|2\nT1|rel(b)|3\nT1|rel(a)|4\n";
  private static final String CYCLE = NESTED + "T2|acq(b)|5\nT2|acq(a)|6\n";

  private final List<String> opened = new ArrayList<>();

  @Test
  void take_noPattern_readsOnce() throws IOException {
    assertThat(run(NESTED)).isEqualTo("t.std: 0 deadlocks in 4 events\n");
    assertThat(opened).isEmpty();
  }

  @Test
  void take_patterns_readsAgainAndProves() throws IOException {
    assertThat(run(CYCLE)).startsWith("deadlock of b, a (WITNESSED)\n");
    assertThat(opened).containsExactly("t.std");
  }

  private String run(String trace) throws IOException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    Console console =
        new Console(
            InputStream.nullInputStream(),
            new PrintStream(printed, true, StandardCharsets.UTF_8),
            System.err);
    DeadlockJob job =
        new DeadlockJob(
            TraceAnalysis.with(),
            file -> {
              opened.add(file);
              return reader(trace);
            },
            TraceAnalysis.with().witnesses(1000).build(),
            false,
            new FindingsAsText(console.out(), false),
            console);
    try (TraceReader first = reader(trace)) {
      job.take("t.std", first, events -> {});
    }
    job.end();
    return printed.toString(StandardCharsets.UTF_8);
  }

  private static TraceReader reader(String trace) throws IOException {
    byte[] text = trace.getBytes(StandardCharsets.UTF_8);
    return TraceFormat.STD.reader(new ByteArrayInputStream(text), "t.std", false);
  }
}
