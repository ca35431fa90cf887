package io.racedet.fleet;

import io.racedet.part.PartAnalysis;
import io.racedet.part.PartRaces;
import io.racedet.part.PartSummary;
import io.racedet.trace.TraceReader;
import io.racedet.trace.TraceSplit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What parts of a trace cost: means of the splits that were measured, by name, in bytes or
 * nanoseconds.
 */
final class PartCosts {
  private static final double MILLION = 1e6;
  private static final double NANOS = 1e9;

  // What is printed of many machines.
  private static final double EVENTS = 1e11;
  private static final int CORES = 100;
  private static final int FAN = 16;

  private final Map<String, Double> sums = new TreeMap<>();
  private int splits;

  private PartCosts() {}

  /** Measures some splits of a file, one after another, after as many have warmed the code up. */
  static PartCosts measure(Path file, int count) throws IOException {
    List<TraceSplit> splits = TraceSplit.list(file, false);
    List<TraceSplit> measured = splits.subList(0, Math.min(count, splits.size()));
    new PartCosts().take(file, measured);
    PartCosts costs = new PartCosts();
    costs.take(file, measured);
    return costs;
  }

  private void take(Path file, List<TraceSplit> measured) throws IOException {
    PartAnalysis analysis = PartAnalysis.usual();
    PartSummary state = PartSummary.NOTHING;
    List<PartSummary> states = new ArrayList<>();
    for (TraceSplit split : measured) {
      splits++;
      long begin = System.nanoTime();
      PartSummary summary;
      try (TraceReader part = split.open(file, false)) {
        summary = analysis.summarise(part);
      }
      begin = addTime("summarise", begin);
      add("events", summary.events());
      add("summary", summary.toBytes().length);
      begin = addTime("write", begin);
      PartSummary before = state.forPart(summary);
      begin = addTime("restrict", begin);
      add("state of a part", before.toBytes().length);
      begin = System.nanoTime();
      PartRaces races;
      try (TraceReader part = split.open(file, false)) {
        races = analysis.races(before, part);
      }
      addTime("races", begin);
      add("races of a part", races.toBytes().length);
      begin = System.nanoTime();
      state = state.combine(summary);
      addTime("combine", begin);
      states.add(state);
    }
    sums.put("whole state", splits * (double) state.toBytes().length);
  }

  private void add(String name, double value) {
    sums.merge(name, value, Double::sum);
  }

  private long addTime(String name, long begin) {
    long now = System.nanoTime();
    add(name, now - begin);
    return System.nanoTime();
  }

  private double mean(String name) {
    return sums.getOrDefault(name, 0.0) / splits;
  }

  /** Prints the means, and what they mean for many machines. */
  void print(String name) {
    System.out.printf(Locale.ROOT, "%s (means of %d splits)%n", name, splits);
    for (String bytes : List.of("summary", "state of a part", "races of a part", "whole state")) {
      System.out.printf(Locale.ROOT, "  %s: %,.0f bytes%n", bytes, mean(bytes));
    }
    for (String time : List.of("summarise", "races", "combine", "restrict", "write")) {
      System.out.printf(Locale.ROOT, "  %s: %,.1f ms%n", time, mean(time) / MILLION);
    }
    double parts = EVENTS / mean("events");
    double tree = 1 + 1.0 / (FAN - 1);
    int levels = (int) Math.ceil(Math.log(parts) / Math.log(FAN));
    double node = FAN * (mean("combine") + mean("restrict") + 2 * mean("write"));
    double map = parts * (mean("summarise") + mean("races")) / CORES;
    System.out.printf(
        Locale.ROOT,
        "  %.0e events: %,.0f splits of %,.0f events%n",
        EVENTS,
        parts,
        mean("events"));
    System.out.printf(
        Locale.ROOT,
        "  shuffled: summaries %,.1f GB, states %,.1f GB%n",
        parts * mean("summary") * tree / NANOS,
        parts * mean("state of a part") * tree / NANOS);
    System.out.printf(
        Locale.ROOT,
        "  %d cores: both maps %,.0f s, the tree's nodes %,.0f s, of which the longest chain is"
            + " %,.1f s (%d levels up and down)%n%n",
        CORES,
        map / NANOS,
        2 * parts / FAN * tree * node / CORES / NANOS,
        2 * levels * node / NANOS,
        levels);
  }
}
