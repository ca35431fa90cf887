package io.racedet.junit.check;

import io.racedet.RaceAnalysis;
import io.racedet.RaceReport;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.junit.record.EventCopy;
import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.record.detail.AccessDetail;
import io.racedet.junit.record.detail.LockHold;
import io.racedet.junit.record.detail.ObjectOrigin;
import io.racedet.junit.record.detail.SyncPoint;
import io.racedet.junit.record.sites.Site;
import io.racedet.junit.report.Confirmation;
import io.racedet.junit.report.Evidence;
import io.racedet.junit.report.RaceStory;
import io.racedet.junit.report.Side;
import io.racedet.junit.report.Target;
import io.racedet.race.Access;
import io.racedet.race.AccessIds;
import io.racedet.race.Race;
import io.racedet.race.RaceIds;
import io.racedet.report.Instruction;
import io.racedet.report.ReportedAccess;
import io.racedet.report.Timeline;
import io.racedet.report.timeline.TimelineRecorder;
import io.racedet.report.timeline.TimelineRecorder.Pair;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Runs engines over a recorded trace and tells its races. */
final class Analysis {
  /** Stories cost a pass over the trace each; a test with more races is told about these first. */
  private static final int MOST_STORIES = 1000;

  /** How many events the search for one witness may look at; far more than most tests have. */
  private static final long WITNESS_BUDGET = 1_000_000;

  private final List<String> engines;
  private final KeptTrace kept;

  /**
   * @param engines names of the engines
   * @param kept gets the trace of a repetition that is worth it
   */
  Analysis(List<String> engines, KeptTrace kept) {
    this.engines = engines;
    this.kept = kept;
  }

  /**
   * Replays a trace to the engines, and once more where there are races: for what is reported of
   * them, and for the file of the trace if it is to be kept.
   */
  Observation of(RecordedTrace trace) {
    RaceAnalysis analysis =
        RaceAnalysis.with(engines.toArray(String[]::new))
            .names(trace.names())
            .witnesses(WITNESS_BUDGET)
            .start();
    trace.replay(analysis);
    RaceReport report = analysis.finish();
    boolean isDamaged = trace.damaged() || report.dropped() > 0;
    return new Observation(
        trace.events(),
        trace.accesses(),
        trace.accessingThreads(),
        trace.truncated(),
        isDamaged,
        trace.caught(),
        stories(mostImportant(report.races(), analysis.ids()), trace, isDamaged));
  }

  /** A race with its ids. */
  private record Found(Race race, RaceIds ids) {}

  private static List<Found> mostImportant(List<Race> races, List<RaceIds> ids) {
    return IntStream.range(0, races.size())
        .mapToObj(i -> new Found(races.get(i), ids.get(i)))
        // What is certain first; of several, the earliest may be the cause of the others.
        .sorted(
            Comparator.comparing((Found found) -> found.race().grade())
                .reversed()
                .thenComparing(found -> found.ids().second().index()))
        .limit(MOST_STORIES)
        .toList();
  }

  private List<RaceStory> stories(List<Found> races, RecordedTrace trace, boolean isDamaged) {
    if (races.isEmpty()) {
      return List.of();
    }
    boolean isKept =
        !isDamaged && kept.isWanted(races.stream().map(found -> outline(found, trace)).toList());
    TimelineRecorder timelines = new TimelineRecorder(trace.names(), pairs(races));
    EventCopy copy = isKept ? trace.copy() : null;
    List<AccessIds> accesses =
        races.stream()
            .flatMap(found -> Stream.of(found.ids().first(), found.ids().second()))
            .filter(AccessIds::isKnown)
            .toList();
    Iterator<AccessDetail> details =
        trace.details(accesses, isKept ? both(timelines, copy) : timelines).iterator();
    Iterator<Timeline> timeline = timelines.timelines().iterator();
    List<RaceStory> stories = new ArrayList<>();
    for (Found found : races) {
      AccessDetail first = found.ids().first().isKnown() ? details.next() : null;
      stories.add(story(found.race(), first, details.next(), timeline.next()));
    }
    if (isKept) {
      kept.save(copy);
    }
    return stories;
  }

  private static EventSink both(EventSink one, EventSink other) {
    return (op, thread, operand, location) -> {
      one.event(op, thread, operand, location);
      other.event(op, thread, operand, location);
    };
  }

  private static List<Pair> pairs(List<Found> races) {
    return races.stream()
        .map(found -> new Pair(found.ids().first().index(), found.ids().second().index()))
        .toList();
  }

  /** What is known of a race before its details. */
  private static RaceStory outline(Found found, RecordedTrace trace) {
    Race race = found.race();
    ReportedAccess first = access(race.first(), found.ids().first(), trace);
    ReportedAccess second = access(race.second(), found.ids().second(), trace);
    int variable = found.ids().second().variable();
    return new RaceStory(
        race,
        race.variable(),
        "",
        Side.UNKNOWN,
        Side.UNKNOWN,
        Target.NONE,
        Confirmation.NONE,
        new Evidence(trace.variable(variable), first, second, Timeline.NONE),
        trace.accepted(variable));
  }

  private static ReportedAccess access(Access access, AccessIds ids, RecordedTrace trace) {
    if (!ids.isKnown()) {
      return ReportedAccess.UNKNOWN;
    }
    return new ReportedAccess(
        access.index(),
        access.thread(),
        access.write(),
        access.atomic(),
        trace.site(ids.location()).map(Site::instruction).orElse(Instruction.UNKNOWN),
        List.of(),
        List.of(),
        List.of(),
        "");
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
