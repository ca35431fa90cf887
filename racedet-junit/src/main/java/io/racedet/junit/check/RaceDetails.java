package io.racedet.junit.check;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.junit.proof.RaceWithIds;
import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.record.detail.DetailPass;
import io.racedet.junit.record.detail.ObjectOrigin;
import io.racedet.junit.record.sites.Site;
import io.racedet.junit.report.FoundRace;
import io.racedet.junit.report.HandOver;
import io.racedet.junit.report.RunDetails;
import io.racedet.junit.report.Target;
import io.racedet.race.AccessIds;
import io.racedet.race.RaceIds;
import io.racedet.report.Conflict;
import io.racedet.report.Instruction;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedRace;
import io.racedet.report.ReportedVariable;
import io.racedet.report.Timeline;
import io.racedet.report.timeline.TimelineRecorder;
import io.racedet.report.timeline.TimelineRecorder.Pair;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Describes races by what a replay of their trace tells: stacks, locks, origins, timelines. */
final class RaceDetails {
  private final RecordedTrace trace;
  private final DetailPass pass;
  private final Map<RaceIds, Timeline> timelines = new HashMap<>(); // of the replayed accesses

  private RaceDetails(
      RecordedTrace trace, List<RaceWithIds> races, EventSink beside, BooleanSupplier isEnough) {
    this.trace = trace;
    long known = trace.replayedEvents();
    List<RaceIds> replayed =
        races.stream().map(RaceWithIds::ids).filter(ids -> ids.second().index() <= known).toList();
    TimelineRecorder recorder = new TimelineRecorder(trace.names(), pairs(replayed));
    List<AccessIds> accesses =
        replayed.stream()
            .flatMap(ids -> Stream.of(ids.first(), ids.second()))
            .filter(AccessIds::isKnown)
            .toList();
    pass =
        trace.details(
            accesses,
            beside == null ? recorder : both(recorder, beside),
            () -> recorder.isComplete() && isEnough.getAsBoolean());
    List<Timeline> found = recorder.timelines();
    for (int i = 0; i < replayed.size(); i++) {
      timelines.put(replayed.get(i), found.get(i));
    }
  }

  /** Replays a trace for the details of some races. */
  static RaceDetails of(RecordedTrace trace, List<RaceWithIds> races) {
    return new RaceDetails(trace, races, null, () -> true);
  }

  /**
   * Replays a trace for the details of some races and for something else.
   *
   * @param beside receives the events of the replay, too
   * @param isEnough whether it needs no more of them
   */
  static RaceDetails of(
      RecordedTrace trace, List<RaceWithIds> races, EventSink beside, BooleanSupplier isEnough) {
    return new RaceDetails(trace, races, beside, isEnough);
  }

  /** Sends events to two sinks. */
  static EventSink both(EventSink one, EventSink other) {
    return new EventSink() {
      @Override
      public void event(Op op, int thread, int operand, int location) {
        one.event(op, thread, operand, location);
        other.event(op, thread, operand, location);
      }

      @Override
      public void range(Op op, int thread, int first, int stride, int count, int location) {
        one.range(op, thread, first, stride, count, location);
        other.range(op, thread, first, stride, count, location);
      }
    };
  }

  private static List<Pair> pairs(List<RaceIds> races) {
    return races.stream().map(ids -> new Pair(ids.first().index(), ids.second().index())).toList();
  }

  /** Whether the replay was for the details of this race, or it has none. */
  boolean has(RaceWithIds race) {
    return timelines.containsKey(race.ids())
        || race.ids().second().index() > trace.replayedEvents();
  }

  /** The race with its details, as far as the trace tells them. */
  FoundRace describe(RaceWithIds race) {
    FoundRace outline = outline(race, trace);
    Timeline timeline = timelines.get(race.ids());
    return timeline == null ? outline : detailed(outline, timeline);
  }

  /** What is known of a race without a replay for its details. */
  static FoundRace outline(RaceWithIds found, RecordedTrace trace) {
    AccessIds first = found.ids().first();
    AccessIds second = found.ids().second();
    ReportedRace race = ReportedRace.of(found.race());
    ReportedAccess later = at(race.second(), second, trace);
    ReportedVariable variable = trace.variable(second.variable());
    ReportedVariable named =
        variable.className().isEmpty()
            ? new ReportedVariable(variable.key(), variable.name(), later.site().className())
            : variable;
    ReportedRace located =
        race.with(new Conflict(named, race.kind(), at(race.first(), first, trace), later));
    RunDetails details =
        new RunDetails(
            first.isKnown()
                ? new Target.Pair(location(first, trace), location(second, trace))
                : Target.NONE,
            trace.element(second.variable()),
            first.isKnown() ? trace.slot(first.thread()) : -1,
            trace.slot(second.thread()),
            trace.accepted(second.variable()),
            HandOver.UNRELATED);
    return FoundRace.of(found.race(), located, details);
  }

  private static ReportedAccess at(ReportedAccess access, AccessIds ids, RecordedTrace trace) {
    if (!access.isKnown()) {
      return access;
    }
    return access.at(
        trace.toldSite(ids.location()).map(Site::instruction).orElse(Instruction.UNKNOWN));
  }

  private static String location(AccessIds access, RecordedTrace trace) {
    return trace.site(access.location()).map(Site::location).orElse("");
  }

  private FoundRace detailed(FoundRace outline, Timeline timeline) {
    ReportedRace race = outline.reported();
    ReportedAccess first = race.first();
    long second = race.second().index();
    ReportedAccess earlier = first.isKnown() ? pass.earlier(first.index(), second) : first;
    ReportedAccess later = pass.later(second, first.index());
    HandOver handOver =
        first.isKnown()
            ? HandOver.of(
                earlier.nearest(), later.nearest(), pass.areOfOneObject(first.index(), second))
            : HandOver.UNRELATED;
    ReportedRace reported =
        new ReportedRace(
            new Conflict(race.variable(), race.kind(), earlier, later),
            race.engine(),
            race.pairs(),
            pass.origin(second).map(ObjectOrigin::text).orElse(""),
            timeline,
            race.evidence(),
            race.history());
    return FoundRace.of(outline.race(), reported, outline.details().with(handOver));
  }
}
