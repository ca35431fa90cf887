package io.racedet.proof;

import io.racedet.RaceReport;
import io.racedet.TraceAnalysis;
import io.racedet.trace.TraceFile;
import io.racedet.trace.TraceReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Traces with a candidate that is no observed race, and their analysis with witnesses. */
final class ProvedTraces {
  /** The critical section of T2 may come before that of T1. */
  static final String REVERSED =
      """
      T1|acq(a)|A:1
      T1|w(z)|A:2
      T1|rel(a)|A:3
      T2|acq(a)|B:1
      T2|rel(a)|B:2
      T2|w(z)|B:3
      """;

  /** T2 sees what T1 writes after its access of x. */
  static final String HANDED_OVER =
      """
      T1|acq(a)|A:1
      T1|w(x)|A:2
      T1|w(y)|A:3
      T1|rel(a)|A:4
      T2|acq(a)|B:1
      T2|r(y)|B:2
      T2|rel(a)|B:3
      T2|w(x)|B:4
      """;

  private ProvedTraces() {}

  static RaceReport analyze(String text, long budget) throws IOException {
    return run(TraceAnalysis.with("tsan").witnesses(budget), text).get(0);
  }

  static List<RaceReport> run(TraceAnalysis.Builder analysis, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (TraceReader trace = TraceFile.open(new ByteArrayInputStream(bytes), "test", null, false)) {
      return analysis.build().run(trace);
    }
  }
}
