package io.racedet;

import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.trace.Grammar;
import io.racedet.trace.TraceFile;
import io.racedet.trace.TraceFormatException;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Prints what engines take for traces as grammars, and event by event: one warmed process, the best
 * of several rounds, the reading of the trace not included. Traces that are no grammars are
 * compressed first.
 */
public final class GrammarSpeed {
  private static final List<String> HB = List.of("djit", "fasttrack", "goldilocks");
  private static final double MILLIS = 1e6;

  private GrammarSpeed() {}

  /**
   * Prints a table.
   *
   * @param args how many rounds, then files
   * @throws IOException when a file cannot be read
   */
  public static void main(String[] args) throws IOException {
    int rounds = Integer.parseInt(args[0]);
    System.out.printf(
        "%-24s %11s %9s %9s | %9s %9s %9s %9s %8s | %9s %9s %8s%n",
        "trace",
        "events",
        "size",
        "ratio",
        "djit",
        "fasttrack",
        "goldilock",
        "slp-hb",
        "times",
        "eraser",
        "slp-lock",
        "times");
    for (int i = 1; i < args.length; i++) {
      try (TraceReader file = TraceFile.open(Path.of(args[i]), null, false)) {
        print(Path.of(args[i]).getFileName().toString(), file.grammar(), file.names(), rounds);
      }
    }
  }

  private static void print(String name, Grammar grammar, Names names, int rounds)
      throws IOException {
    double best = Double.MAX_VALUE;
    StringBuilder hb = new StringBuilder();
    for (String engine : HB) {
      double millis = millis(engine, grammar, names, rounds);
      best = Math.min(best, millis);
      hb.append(String.format(Locale.ROOT, "%9.2f ", millis));
    }
    double slpHb = millis("slp-hb", grammar, names, rounds);
    double eraser = millis("eraser", grammar, names, rounds);
    double slpLockset = millis("slp-lockset", grammar, names, rounds);
    System.out.printf(
        Locale.ROOT,
        "%-24s %11d %9d %9.1f | %s%9.2f %8.2f | %9.2f %9.2f %8.2f%n",
        name,
        grammar.events(),
        grammar.size(),
        (double) grammar.events() / grammar.size(),
        hb,
        slpHb,
        best / slpHb,
        eraser,
        slpLockset,
        eraser / slpLockset);
  }

  private static double millis(String engine, Grammar grammar, Names names, int rounds)
      throws IOException {
    TraceAnalysis analysis = TraceAnalysis.with(engine).build();
    long best = Long.MAX_VALUE;
    int times = engine.startsWith("slp") && grammar.events() > 32 * grammar.size() ? 100 : 1;
    for (int round = 0; round < rounds * times; round++) {
      try (TraceReader trace = new Kept(grammar, names)) {
        best = Math.min(best, analysis.measure(trace).get(0).nanos());
      }
    }
    return best / MILLIS;
  }

  /** A grammar in memory. */
  private static final class Kept implements TraceReader {
    private final Grammar grammar;
    private final Names names;
    private final TraceReader events;

    Kept(Grammar grammar, Names names) {
      this.grammar = grammar;
      this.names = names;
      events = new GrammarTrace(this, grammar);
    }

    @Override
    public boolean isGrammar() {
      return true;
    }

    @Override
    public Grammar grammar() {
      return grammar;
    }

    @Override
    public boolean read(EventBlock block) throws IOException {
      return events.read(block);
    }

    @Override
    public String source() {
      return "memory";
    }

    @Override
    public String position(int i) {
      return events.position(i);
    }

    @Override
    public Names names() {
      return names;
    }

    @Override
    public void onDropped(Consumer<TraceFormatException> listener) {
      // Leaves nothing out.
    }

    @Override
    public long dropped() {
      return 0;
    }

    @Override
    public void close() {
      // Holds nothing open.
    }
  }
}
