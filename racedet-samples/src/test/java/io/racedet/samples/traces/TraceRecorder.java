package io.racedet.samples.traces;

import io.racedet.junit.Schedule;
import io.racedet.junit.agent.AgentUnavailable;
import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.agent.scope.Scope;
import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.record.Recording;
import io.racedet.junit.record.RecordingOptions;
import io.racedet.samples.Subject;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Records programs and writes each recording both plain and as a grammar. */
final class TraceRecorder {
  private static final double NANOS = 1e9;

  private final RacedetAgent agent;
  private final Path directory;
  private final PrintStream out;

  TraceRecorder(Path directory, PrintStream out) throws AgentUnavailable {
    this.agent = RacedetAgent.install();
    this.directory = directory;
    this.out = out;
  }

  /** Runs a program; records only the data accesses of the classes of the library or package. */
  void record(String name, String classes, long maxEvents, Subject program) throws Exception {
    Scope scope = Scope.of(TraceRecorder.class, List.of(classes), List.of());
    agent.cover(scope);
    RecordingOptions options =
        new RecordingOptions(Schedule.NONE, 1, maxEvents, agent.classesOf(scope));
    long start = System.nanoTime();
    try (RecordedTrace trace = recorded(options, program)) {
      long recorded = System.nanoTime();
      if (trace.truncated() || trace.damaged()) {
        throw new IllegalStateException(
            name
                + ": the recording is "
                + (trace.truncated() ? "truncated" : "damaged")
                + " (expected: whole)");
      }
      Path plain = directory.resolve(name + ".rdt");
      Path grammar = directory.resolve(name + ".slp");
      trace.save(plain);
      long saved = System.nanoTime();
      trace.save(grammar);
      out.printf(
          Locale.ROOT,
          "%-34s %12d events, recorded in %6.2f s; rdt %12d bytes in %6.2f s; slp %10d in %6.2f"
              + " s%n",
          name,
          trace.events(),
          (recorded - start) / NANOS,
          Files.size(plain),
          (saved - recorded) / NANOS,
          Files.size(grammar),
          (System.nanoTime() - saved) / NANOS);
    }
  }

  private RecordedTrace recorded(RecordingOptions options, Subject program) throws Exception {
    Recording recording = Recording.start(agent.sites(), options);
    RecordedTrace trace;
    try {
      program.run();
    } finally {
      trace = recording.stop();
    }
    return trace;
  }
}
