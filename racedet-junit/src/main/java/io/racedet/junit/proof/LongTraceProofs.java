package io.racedet.junit.proof;

import io.racedet.PairProofs;
import io.racedet.RaceAnalysis;
import io.racedet.event.EventSink;
import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.record.TraceParts;
import io.racedet.race.Grade;
import io.racedet.race.Race;
import io.racedet.race.RaceIds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Proves predicted races of a trace that is too long to be searched as a whole: each in a part that
 * ends with its later access. What is before that part stays as it was observed, so a reordering of
 * the part is one of the trace. A race that is not proved there is not refuted. Not thread-safe.
 *
 * <p>The pairs of accesses that are reported are searched in a replay that has another purpose,
 * too. Only for locations of which these are not proved, another replay tries other pairs of
 * accesses in the same parts. Parts that overlap need a replay each, so that one is in memory at a
 * time.
 */
public final class LongTraceProofs {
  /**
   * The bounds of the search.
   *
   * @param distance the most events from the earlier access to the later one
   * @param before how many events before the earlier access a part has at least
   */
  record Bounds(long distance, long before, int parts) {}

  private static final Bounds BOUNDS = new Bounds(3_000_000, 1_000_000, 8);

  private final RecordedTrace trace;
  private final List<String> engines;
  private final long budget;
  private final long total;
  private final Bounds bounds;
  private final List<RaceWithIds> races;
  private final Map<RaceWithIds, RaceWithIds> results = new HashMap<>();
  private final List<List<Part>> replays = new ArrayList<>(); // of parts that do not overlap
  private final TraceParts first;

  /**
   * Plans the search.
   *
   * @param engines names of the engines that have found the races
   * @param budget how many steps the search for a witness may take
   * @param total how many steps all searches together may take
   */
  public LongTraceProofs(
      RecordedTrace trace, List<String> engines, long budget, long total, List<RaceWithIds> races) {
    this(trace, engines, budget, total, races, BOUNDS);
  }

  LongTraceProofs(
      RecordedTrace trace,
      List<String> engines,
      long budget,
      long total,
      List<RaceWithIds> races,
      Bounds bounds) {
    this.trace = trace;
    this.engines = engines;
    this.budget = budget;
    this.total = total;
    this.races = races;
    this.bounds = bounds;
    plan();
    first = replays.isEmpty() ? parts(List.of(), true) : parts(replays.get(0), true);
  }

  /** A part with the races whose accesses it has. */
  private record Part(long from, long to, List<RaceWithIds> races) {}

  /** A pair of locations, the smaller one first. */
  private record Locations(int one, int other) {
    static Locations of(RaceIds ids) {
      int first = ids.first().location();
      int second = ids.second().location();
      return new Locations(Math.min(first, second), Math.max(first, second));
    }
  }

  private void plan() {
    List<RaceWithIds> near = new ArrayList<>();
    for (RaceWithIds found : races) {
      if (found.race().grade() == Grade.PREDICTED && found.ids().first().isKnown()) {
        if (isNear(found)) {
          near.add(found);
        } else {
          String far = "its accesses are too far apart, or too late, in a long trace";
          results.put(found, found.unproved(far));
        }
      }
    }
    near.sort(Comparator.comparingLong(found -> found.ids().second().index()));
    int parts = 0;
    for (int from = 0; from < near.size(); ) {
      int to = end(near, from);
      List<RaceWithIds> some = near.subList(from, to);
      if (parts++ < bounds.parts()) {
        schedule(part(some));
      } else {
        some.forEach(race -> results.put(race, race.unproved("other races were tried first")));
      }
      from = to;
    }
  }

  private boolean isNear(RaceWithIds found) {
    long second = found.ids().second().index();
    return second - found.ids().first().index() <= bounds.distance()
        && second <= trace.replayedEvents();
  }

  /** Behind the last of the races that fit into one part with the first of them. */
  private int end(List<RaceWithIds> near, int from) {
    long earliest = Long.MAX_VALUE;
    for (int i = from; i < near.size(); i++) {
      earliest = Math.min(earliest, near.get(i).ids().first().index());
      if (near.get(i).ids().second().index() - earliest > bounds.distance()) {
        return i;
      }
    }
    return near.size();
  }

  private Part part(List<RaceWithIds> some) {
    long earliest = some.stream().mapToLong(race -> race.ids().first().index()).min().orElseThrow();
    long from = earliest - bounds.before();
    long to = some.get(some.size() - 1).ids().second().index();
    return new Part(
        from <= bounds.before() / 2 ? 1 : from, to, some); // the first ones have indices
  }

  private void schedule(Part part) {
    for (List<Part> replay : replays) {
      if (replay.get(replay.size() - 1).to() < part.from()) {
        replay.add(part);
        return;
      }
    }
    replays.add(new ArrayList<>(List.of(part)));
  }

  /** Returns the races of the parts that are searched, in the order of their later accesses. */
  public List<RaceWithIds> searched() {
    return replays.stream().flatMap(List::stream).flatMap(part -> part.races().stream()).toList();
  }

  /**
   * Returns what receives the events of the first replay, up to the end of its last part; it needs
   * none if {@link #isOver}.
   */
  public EventSink first() {
    return first;
  }

  /** Returns whether the first replay can end. */
  public boolean isOver() {
    return first.isOver();
  }

  /**
   * Replays the trace again as far as necessary, after the first replay; returns the same races in
   * the same order, with the proofs that were found; a race that was proved by other accesses at
   * its locations has their ids.
   */
  public List<RaceWithIds> finish() {
    for (List<Part> parts : replays.subList(Math.min(1, replays.size()), replays.size())) {
      trace.replay(parts(parts, true));
    }
    for (List<Part> parts : replays) {
      List<Part> left = parts.stream().filter(part -> !unproved(part).isEmpty()).toList();
      if (!left.isEmpty()) {
        trace.replay(parts(left, false));
      }
    }
    return races.stream().map(found -> results.getOrDefault(found, found)).toList();
  }

  private List<RaceWithIds> unproved(Part part) {
    return part.races().stream().filter(race -> !results.containsKey(race)).toList();
  }

  /* Searches exactly the pairs, or any of the same locations. */
  private TraceParts parts(List<Part> parts, boolean exactly) {
    List<TraceParts.Part> ends =
        parts.stream().map(part -> new TraceParts.Part(part.from(), part.to())).toList();
    RaceAnalysis[] analysis = new RaceAnalysis[1];
    return new TraceParts(
        ends,
        new TraceParts.Receiver() {
          @Override
          public EventSink begin(int part, long first) {
            analysis[0] = analysis(exactly ? parts.get(part).races() : null, first);
            return analysis[0];
          }

          @Override
          public void end(int part) {
            RaceAnalysis ended = analysis[0];
            analysis[0] = null; // its memory is needed for the next one
            if (exactly) {
              proveExactly(ended, parts.get(part));
            } else {
              proveOthers(ended, parts.get(part));
            }
          }
        });
  }

  private RaceAnalysis analysis(List<RaceWithIds> pairs, long first) {
    RaceAnalysis.Builder builder =
        pairs == null
            ? RaceAnalysis.with(engines.toArray(String[]::new))
            : PairProofs.of(pairs.stream().map(RaceWithIds::ids).toList());
    return builder
        .names(trace.names())
        .witnesses(budget, total / bounds.parts())
        .firstIndex(first)
        .start();
  }

  private static List<RaceWithIds> witnessed(RaceAnalysis ended) {
    List<RaceWithIds> found = new ArrayList<>();
    List<Race> races = ended.finish().races();
    for (int i = 0; i < races.size(); i++) {
      if (races.get(i).grade() == Grade.WITNESSED) {
        found.add(new RaceWithIds(races.get(i), ended.ids().get(i)));
      }
    }
    return found;
  }

  private void proveExactly(RaceAnalysis ended, Part part) {
    Map<RaceIds, RaceWithIds> wanted = new HashMap<>();
    part.races().forEach(race -> wanted.put(race.ids(), race));
    for (RaceWithIds proof : witnessed(ended)) {
      RaceWithIds race = wanted.get(proof.ids());
      results.put(race, race.provedBy(proof.race()));
    }
  }

  private void proveOthers(RaceAnalysis ended, Part part) {
    Map<Locations, RaceWithIds> found = new HashMap<>();
    witnessed(ended).forEach(proof -> found.put(Locations.of(proof.ids()), proof));
    for (RaceWithIds race : unproved(part)) {
      RaceWithIds proof = found.get(Locations.of(race.ids()));
      String none = "there is none in the part of a long trace that was searched";
      results.put(race, proof == null ? race.unproved(none) : proof.counted(race.race().count()));
    }
  }
}
