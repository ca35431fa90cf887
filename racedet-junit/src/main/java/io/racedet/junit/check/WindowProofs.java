package io.racedet.junit.check;

import io.racedet.RaceAnalysis;
import io.racedet.RaceReport;
import io.racedet.junit.record.RecordedTrace;
import io.racedet.race.Grade;
import io.racedet.race.Race;
import io.racedet.race.RaceIds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Proves predicted races of a trace that is too long to be searched as a whole: each in a part that
 * ends with its later access. What is before that part stays as it was observed, so a reordering of
 * the part is one of the trace. A race that is not proved there is not refuted.
 */
final class WindowProofs {
  /** The most events of a part. */
  static final long WINDOW = 1_000_000;

  /** The most parts that are searched; each needs a replay. */
  static final int MOST_WINDOWS = 8;

  /** The most events of a trace whose witnesses have indices that fit. */
  private static final long MOST_EVENTS = Integer.MAX_VALUE;

  private final RecordedTrace trace;
  private final LongFunction<RaceAnalysis> analyses;
  private final long window;

  /**
   * @param analyses creates an analysis that searches for witnesses, given the first index
   */
  WindowProofs(RecordedTrace trace, LongFunction<RaceAnalysis> analyses, long window) {
    this.trace = trace;
    this.analyses = analyses;
    this.window = window;
  }

  /** A pair of locations, the smaller one first. */
  private record Locations(int one, int other) {
    static Locations of(RaceIds ids) {
      int first = ids.first().location();
      int second = ids.second().location();
      return new Locations(Math.min(first, second), Math.max(first, second));
    }
  }

  /** The same races in the same order, with the proofs that were found. */
  List<RaceWithIds> prove(List<RaceWithIds> races) {
    Map<RaceWithIds, RaceWithIds> proved = new HashMap<>();
    List<RaceWithIds> near = new ArrayList<>();
    for (RaceWithIds found : races) {
      if (found.race().grade() == Grade.PREDICTED && found.ids().first().isKnown()) {
        if (isNear(found)) {
          near.add(found);
        } else {
          proved.put(found, remarked(found, "its accesses are too far apart in a long trace"));
        }
      }
    }
    near.sort(Comparator.comparingLong(found -> found.ids().second().index()));
    int windows = 0;
    for (int from = 0; from < near.size(); ) {
      int to = end(near, from);
      List<RaceWithIds> some = near.subList(from, to);
      if (windows++ < MOST_WINDOWS) {
        proveSome(some, proved);
      } else {
        some.forEach(race -> proved.put(race, remarked(race, "other races were tried first")));
      }
      from = to;
    }
    return races.stream().map(found -> proved.getOrDefault(found, found)).toList();
  }

  private boolean isNear(RaceWithIds found) {
    long second = found.ids().second().index();
    return second - found.ids().first().index() < window
        && second <= Math.min(trace.replayedEvents(), MOST_EVENTS);
  }

  /** Behind the last of the races that fit into one part with the first of them. */
  private int end(List<RaceWithIds> near, int from) {
    long earliest = Long.MAX_VALUE;
    for (int i = from; i < near.size(); i++) {
      earliest = Math.min(earliest, near.get(i).ids().first().index());
      if (near.get(i).ids().second().index() - earliest >= window) {
        return i;
      }
    }
    return near.size();
  }

  private void proveSome(List<RaceWithIds> some, Map<RaceWithIds, RaceWithIds> proved) {
    long to = some.get(some.size() - 1).ids().second().index();
    long from = to - window + 1;
    RaceAnalysis[] analysis = new RaceAnalysis[1];
    trace.replayPart(
        from <= window / 2 ? 1 : from, // the first events have indices, too
        to,
        first -> {
          analysis[0] = analyses.apply(first);
          return analysis[0];
        });
    RaceReport report = analysis[0].finish();
    Map<Locations, RaceWithIds> found = new HashMap<>();
    for (int i = 0; i < report.races().size(); i++) {
      RaceWithIds race = new RaceWithIds(report.races().get(i), analysis[0].ids().get(i));
      if (race.race().grade() == Grade.WITNESSED) {
        found.put(Locations.of(race.ids()), race);
      }
    }
    for (RaceWithIds race : some) {
      RaceWithIds proof = found.get(Locations.of(race.ids()));
      String none = "there is none within the last " + window + " events of a long trace";
      proved.put(race, proof == null ? remarked(race, none) : counted(proof, race.race().count()));
    }
  }

  private static RaceWithIds remarked(RaceWithIds found, String why) {
    Race race = found.race();
    return new RaceWithIds(copy(race, race.count(), "no witness was found: " + why), found.ids());
  }

  private static RaceWithIds counted(RaceWithIds found, long count) {
    return new RaceWithIds(copy(found.race(), count, found.race().remark()), found.ids());
  }

  private static Race copy(Race race, long count, String remark) {
    return new Race(
        race.engine(),
        race.variable(),
        race.kind(),
        race.grade(),
        race.first(),
        race.second(),
        count,
        race.witness(),
        remark);
  }
}
