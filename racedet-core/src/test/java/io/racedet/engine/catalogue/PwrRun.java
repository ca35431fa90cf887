package io.racedet.engine.catalogue;

import io.racedet.RaceAnalysis;
import io.racedet.oracle.Pair;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.race.Grade;
import io.racedet.race.Race;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Every pair that an engine reports on a trace, in the order of the reports. */
record PwrRun(List<Race> races) {
  private static final int KEPT_EDGES = 25;

  static PwrRun of(String engine, TestTrace trace) {
    List<Race> races = new ArrayList<>();
    RaceAnalysis analysis =
        RaceAnalysis.with(engine).names(trace).everyPair(true).onRace(races::add).start();
    trace.replay(analysis);
    analysis.finish();
    return new PwrRun(races);
  }

  SortedSet<Pair> pairs() {
    return races.stream().map(PwrRun::pair).collect(Collectors.toCollection(TreeSet::new));
  }

  SortedSet<Pair> pairs(Grade grade) {
    return races.stream()
        .filter(race -> race.grade() == grade)
        .map(PwrRun::pair)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The pairs in the order of the reports. */
  List<Pair> sequence() {
    return races.stream().map(PwrRun::pair).toList();
  }

  /** Whether 25 superseded accesses and the newest one reach back from the pair to its earlier. */
  static boolean isWithinEdges(TestTrace trace, Pair pair) {
    TraceEvent earlier = trace.event(pair.first());
    return IntStream.range(pair.first() + 1, pair.second())
            .mapToObj(trace::event)
            .filter(e -> e.isAccess() && e.operand() == earlier.operand())
            .filter(e -> e.isWrite() == earlier.isWrite())
            .count()
        <= KEPT_EDGES;
  }

  private static Pair pair(Race race) {
    return new Pair((int) race.first().index(), (int) race.second().index());
  }
}
