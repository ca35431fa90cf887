package io.racedet;

import io.racedet.compressed.grammar.ExpandedTrace;
import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.grammar.GrammarReader;
import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.trace.TraceFile;
import io.racedet.trace.TraceFormat;
import io.racedet.trace.TraceReader;
import io.racedet.trace.TraceWriter;
import io.racedet.trace.generated.GeneratedTrace;
import io.racedet.trace.generated.Workload;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Compares traces with their grammars: prints file sizes, and the time of engines that work event
 * by event and rule by rule. Uses one process after a warm-up and takes the best of several rounds,
 * without the time to read the trace. Traces that are not grammars are compressed first.
 */
public final class GrammarSpeed {
  private static final List<String> HB = List.of("djit", "fasttrack", "goldilocks");
  private static final double MILLIS = 1e6;
  private static final double MICROS = 1e3;
  private static final Workload WARM_UP = new Workload(8, 100, 10_000, 300_000, 10, 500, 0, 1);

  /** Short analyses are repeated for this long, so that JIT compilation completes. */
  private static final long MIN_NANOS = 500_000_000;

  private static final Duration TIME_LIMIT = Duration.ofHours(1);

  private GrammarSpeed() {}

  /**
   * Prints a table.
   *
   * @param args how many rounds, then files
   * @throws IOException when a file cannot be read
   */
  public static void main(String[] args) throws IOException {
    int rounds = Integer.parseInt(args[0]);
    warmUp(rounds);
    System.out.printf(
        "%-36s %10s %8s %10s %10s %8s %6s | %8s %9s %9s %9s %8s | %8s %8s %8s%n",
        "trace",
        "events",
        "switches",
        "rdt bytes",
        "slp bytes",
        "ratio",
        "Mev/s",
        "djit ms",
        "fasttrack",
        "goldilock",
        "slp-hb",
        "times",
        "eraser",
        "slp-lock",
        "times");
    for (int i = 1; i < args.length; i++) {
      Path file = Path.of(args[i]);
      try (TraceReader trace = TraceFile.open(file, null, false)) {
        long start = System.nanoTime();
        Grammar grammar = GrammarReader.grammarOf(trace);
        long nanos = trace instanceof GrammarReader ? 0 : System.nanoTime() - start;
        print(file.getFileName().toString(), grammar, trace.names(), nanos, rounds);
      }
    }
    System.out.printf(
        Locale.ROOT,
        "load of the machine: %.1f on %d cores%n",
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
        Runtime.getRuntime().availableProcessors());
  }

  private static void warmUp(int rounds) throws IOException {
    try (TraceReader trace = new GeneratedTrace(WARM_UP)) {
      Grammar grammar = GrammarReader.grammarOf(trace);
      for (String engine : List.of("djit", "fasttrack", "goldilocks", "eraser")) {
        millis(engine, grammar, trace.names(), rounds);
      }
      millis("slp-hb", grammar, trace.names(), rounds);
      millis("slp-lockset", grammar, trace.names(), rounds);
    }
  }

  private static void print(String name, Grammar grammar, Names names, long nanos, int rounds)
      throws IOException {
    System.out.printf(
        Locale.ROOT,
        "%-36s %10d %8d %10d %10d %8.1f %6s | ",
        name,
        grammar.events(),
        switches(grammar, names),
        bytes(TraceFormat.RDT, grammar, names),
        bytes(TraceFormat.named("slp"), grammar, names),
        (double) grammar.events() / grammar.size(),
        nanos == 0 ? "" : String.format(Locale.ROOT, "%.1f", grammar.events() * MICROS / nanos));
    double best = Double.MAX_VALUE;
    for (String engine : HB) {
      double millis = millis(engine, grammar, names, rounds);
      best = Math.min(best, millis);
      System.out.printf(Locale.ROOT, "%9.3f ", millis);
    }
    double slpHb = millis("slp-hb", grammar, names, rounds);
    double eraser = millis("eraser", grammar, names, rounds);
    double slpLockset = millis("slp-lockset", grammar, names, rounds);
    System.out.printf(
        Locale.ROOT,
        "%9.3f %8.2f | %8.3f %8.3f %8.2f%n",
        slpHb,
        best / slpHb,
        eraser,
        slpLockset,
        eraser / slpLockset);
  }

  /** How often an event has another thread than the preceding one. */
  private static long switches(Grammar grammar, Names names) throws IOException {
    long switches = -1; // the first event is no switch
    int last = -1;
    try (TraceReader trace = inMemory(grammar, names)) {
      EventBlock block = new EventBlock();
      while (trace.read(block)) {
        for (int i = 0; i < block.size(); i++) {
          int thread = EventBlock.thread(block.words()[i]);
          if (thread != last) {
            switches++;
            last = thread;
          }
        }
        block.clear();
      }
    }
    return switches;
  }

  private static long bytes(TraceFormat format, Grammar grammar, Names names) throws IOException {
    Path file = Files.createTempFile("trace", ".tmp");
    try (TraceReader trace = inMemory(grammar, names)) {
      try (TraceWriter out = TraceFile.create(file, format, names)) {
        EventBlock block = new EventBlock();
        while (trace.read(block)) {
          out.write(block);
          block.clear();
        }
      }
      return Files.size(file);
    } finally {
      Files.delete(file);
    }
  }

  private static double millis(String engine, Grammar grammar, Names names, int rounds)
      throws IOException {
    TraceAnalysis analysis = TraceAnalysis.with(engine).build();
    long start = System.nanoTime();
    do { // not measured, since a measurement runs the garbage collector
      try (TraceReader trace = inMemory(grammar, names)) {
        analysis.run(trace);
      }
    } while (System.nanoTime() - start < MIN_NANOS);
    long best = Long.MAX_VALUE;
    start = System.nanoTime();
    for (int round = 0; round < rounds || System.nanoTime() - start < MIN_NANOS; round++) {
      try (TraceReader trace = inMemory(grammar, names)) {
        best = Math.min(best, analysis.measure(trace, TIME_LIMIT).get(0).nanos());
      }
    }
    return best / MILLIS;
  }

  private static TraceReader inMemory(Grammar grammar, Names names) {
    return new ExpandedTrace(grammar, names, "memory", EventBlock.MAX_INDEX);
  }
}
