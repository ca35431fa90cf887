package io.racedet.junit.check;

import io.racedet.RaceAnalysis;
import io.racedet.RaceReport;
import io.racedet.event.Op;
import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.record.detail.AccessDetail;
import io.racedet.junit.record.detail.LockHold;
import io.racedet.junit.record.detail.ObjectOrigin;
import io.racedet.junit.record.detail.SyncPoint;
import io.racedet.junit.report.Confirmation;
import io.racedet.junit.report.RaceStory;
import io.racedet.junit.report.Side;
import io.racedet.junit.report.Target;
import io.racedet.race.Access;
import io.racedet.race.Race;
import io.racedet.report.Timeline;
import io.racedet.report.timeline.TimelineRecorder;
import io.racedet.report.timeline.TimelineRecorder.Pair;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs engines over a recorded trace and tells its races. */
final class Analysis {
  /** Stories cost a pass over the trace each; a test with more races is told about these first. */
  private static final int MOST_STORIES = 1000;

  /** How many events the search for one witness may look at; far more than most tests have. */
  private static final long WITNESS_BUDGET = 1_000_000;

  private final List<String> engines;

  Analysis(List<String> engines) {
    this.engines = engines;
  }

  Observation of(RecordedTrace trace) {
    RaceAnalysis analysis =
        RaceAnalysis.with(engines.toArray(String[]::new))
            .names(trace.names())
            .witnesses(WITNESS_BUDGET)
            .start();
    trace.replay(analysis);
    RaceReport report = analysis.finish();
    List<Race> races =
        report.races().stream()
            // What is certain first; of several, the earliest may be the cause of the others.
            .sorted(
                Comparator.comparing(Race::grade)
                    .reversed()
                    .thenComparing(race -> race.second().index()))
            .limit(MOST_STORIES)
            .toList();
    return new Observation(
        trace.events(),
        trace.accesses(),
        trace.accessingThreads(),
        trace.truncated(),
        trace.damaged() || report.dropped() > 0,
        trace.caught(),
        stories(races, trace));
  }

  private static List<RaceStory> stories(List<Race> races, RecordedTrace trace) {
    if (races.isEmpty()) {
      return List.of();
    }
    long[] indexes =
        races.stream()
            .flatMap(race -> Stream.of(race.first(), race.second()))
            .filter(Access::isKnown)
            .mapToLong(Access::index)
            .toArray();
    Iterator<AccessDetail> details = trace.details(indexes).iterator();
    Iterator<Timeline> timelines = timelines(races, trace).iterator();
    List<RaceStory> stories = new ArrayList<>();
    for (Race race : races) {
      AccessDetail first = race.first().isKnown() ? details.next() : null;
      stories.add(story(race, first, details.next(), timelines.next()));
    }
    return stories;
  }

  private static List<Timeline> timelines(List<Race> races, RecordedTrace trace) {
    TimelineRecorder recorder =
        new TimelineRecorder(
            trace.names(),
            races.stream()
                .map(race -> new Pair(race.first().index(), race.second().index()))
                .toList());
    trace.replay(recorder);
    return recorder.timelines();
  }

  private static RaceStory story(
      Race race, AccessDetail first, AccessDetail second, Timeline timeline) {
    return new RaceStory(
        race,
        second.variable(),
        second.allocated().map(Analysis::allocation).orElse(""),
        first == null ? Side.UNKNOWN : side(first, first.nextRelease()),
        side(second, second.lastAcquire()),
        first == null ? Target.NONE : new Target(first.place(), second.place()),
        Confirmation.NONE,
        new EvidenceFinder(race, first, second).evidence(timeline),
        second.accepted());
  }

  private static Side side(AccessDetail detail, Optional<SyncPoint> nearest) {
    return new Side(
        detail.slot(),
        detail.element(),
        detail.thread(),
        operation(detail.op()),
        detail.stack(),
        detail.locks().stream().map(Analysis::hold).toList(),
        detail.started().map(Analysis::place).orElse(""),
        nearest.map(Analysis::synchronisation).orElse(""));
  }

  private static String operation(Op op) {
    return switch (op) {
      case READ -> "read";
      case WRITE -> "write";
      case ATOMIC_READ -> "atomic read";
      case ATOMIC_WRITE -> "atomic write";
      default -> throw new IllegalStateException(op + " in a race (expected: a data access)");
    };
  }

  private static String hold(LockHold hold) {
    return hold.lock()
        + (hold.shared() ? " (shared)" : "")
        + hold.acquired().map(at -> " since " + at).orElse(" since before the recording");
  }

  private static String allocation(ObjectOrigin origin) {
    return (origin.exact() ? "allocated" : "first seen") + " at " + place(origin);
  }

  private static String place(ObjectOrigin origin) {
    String frame = origin.stack().isEmpty() ? "an unknown place" : origin.stack().get(0).toString();
    return frame + " by \"" + origin.thread() + '"';
  }

  private static String synchronisation(SyncPoint point) {
    String what =
        switch (point.op()) {
          case ACQUIRE -> "acquiring ";
          case RELEASE -> "releasing ";
          case ACQUIRE_SHARED -> "acquiring (shared) ";
          case RELEASE_SHARED -> "releasing (shared) ";
          case FORK -> "starting ";
          case JOIN -> "joining ";
          case SYNC_READ -> "reading ";
          case SYNC_WRITE -> "writing ";
          case SEND -> "sending to ";
          case RECEIVE -> "receiving from ";
          default -> point.op().mnemonic() + " on ";
        };
    return what + point.operand() + point.at().map(at -> " at " + at).orElse("");
  }
}
