package io.racedet.junit.check;

import io.racedet.RaceAnalysis;
import io.racedet.RaceReport;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.junit.NotCheckedError;
import io.racedet.junit.coverage.Interleaving;
import io.racedet.junit.coverage.InterleavingSink;
import io.racedet.junit.record.EventCopy;
import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.record.detail.DetailPass;
import io.racedet.junit.record.detail.ObjectOrigin;
import io.racedet.junit.record.sites.Site;
import io.racedet.junit.report.FoundRace;
import io.racedet.junit.report.RunDetails;
import io.racedet.junit.report.Target;
import io.racedet.race.AccessIds;
import io.racedet.race.Race;
import io.racedet.race.RaceIds;
import io.racedet.race.ReachedLimit;
import io.racedet.report.Instruction;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedRace;
import io.racedet.report.ReportedVariable;
import io.racedet.report.Timeline;
import io.racedet.report.timeline.TimelineRecorder;
import io.racedet.report.timeline.TimelineRecorder.Pair;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Runs engines over a recorded trace and describes the races that they find. */
final class Analysis {
  /** The most races of a repetition that are described: the most certain and earliest ones. */
  private static final int MOST_RACES = 1000;

  /** How many steps the search for one witness may take; far more than most tests have events. */
  private static final long WITNESS_BUDGET = 1_000_000;

  /** How many steps all searches of a repetition may take, some seconds. */
  private static final long WITNESS_TOTAL = 500 * WITNESS_BUDGET;

  /** The most events of a trace of which all are kept for the search of witnesses. */
  private static final long MOST_PROVED = 4_000_000;

  /** The most events of a trace that is kept. */
  private static final long MOST_KEPT = 20_000_000;

  private final List<String> engines;
  private final KeptTrace kept;

  /**
   * @param engines names of the engines
   * @param kept saves the trace of a failing repetition
   */
  Analysis(List<String> engines, KeptTrace kept) {
    this.engines = engines;
    this.kept = kept;
  }

  /**
   * Replays a trace to the engines, and again if there are races: for their details, and for the
   * trace file if it is to be kept.
   */
  Observation of(RecordedTrace trace) {
    trace.failure().ifPresent(Analysis::notChecked);
    InterleavingSink order = new InterleavingSink(trace::siteHash);
    RaceAnalysis analysis =
        trace.analysedBy().map(RaceAnalysis.class::cast).orElseGet(() -> replayed(trace, order));
    RaceReport report = analysis.finish();
    boolean isDamaged = trace.damaged() || report.dropped() > 0;
    return new Observation(
        trace.events(),
        trace.accesses(),
        trace.accessingThreads(),
        trace.truncated(),
        isDamaged,
        trace.confirmed(),
        foundRaces(mostImportant(proved(trace, report.races(), analysis.ids())), trace, isDamaged),
        limits(report),
        report.problems(),
        trace.analysedBy().isEmpty() ? order.interleaving() : Interleaving.UNKNOWN);
  }

  /** Begins an analysis beside the test, which {@link #of} ends; its races are not proved yet. */
  RaceAnalysis begin(Names names) {
    return builder(names).start();
  }

  /* A single thread is in no race with itself. */
  private RaceAnalysis replayed(RecordedTrace trace, InterleavingSink order) {
    RaceAnalysis.Builder builder = builder(trace.names());
    if (trace.comparable() <= MOST_PROVED) {
      builder.witnesses(WITNESS_BUDGET, WITNESS_TOTAL);
    }
    RaceAnalysis analysis = builder.start();
    if (trace.comparable() > 0) {
      trace.replay(both(analysis, order));
    } else if (trace.hasThreads()) {
      trace.replay(order);
    }
    return analysis;
  }

  private RaceAnalysis.Builder builder(Names names) {
    return RaceAnalysis.with(engines.toArray(String[]::new)).names(names);
  }

  private static void notChecked(Throwable cause) {
    String what =
        cause instanceof UncheckedIOException || cause instanceof IOException
            ? "the file of a long recording cannot be written or read: "
            : "the analysis beside the test has failed: ";
    throw new NotCheckedError(what + cause, cause);
  }

  private static List<ReachedLimit> limits(RaceReport report) {
    List<ReachedLimit> limits = new ArrayList<>();
    for (ReachedLimit limit : report.limits()) {
      limits.add(new ReachedLimit(limit.limit(), limit.effect(), "")); // options are of the CLI
    }
    int races = report.races().size();
    if (races > MOST_RACES) {
      String effect = (races - MOST_RACES) + " of " + races + " races of a repetition are left out";
      limits.add(new ReachedLimit("RACES_DESCRIBED", effect, ""));
    }
    return limits;
  }

  private List<RaceWithIds> proved(RecordedTrace trace, List<Race> races, List<RaceIds> ids) {
    List<RaceWithIds> found =
        IntStream.range(0, races.size())
            .mapToObj(i -> new RaceWithIds(races.get(i), ids.get(i)))
            .toList();
    return trace.comparable() <= MOST_PROVED
        ? found
        : new WindowProofs(trace, first -> inPart(trace, first), WindowProofs.WINDOW).prove(found);
  }

  private RaceAnalysis inPart(RecordedTrace trace, long first) {
    return builder(trace.names())
        .witnesses(WITNESS_BUDGET, WITNESS_TOTAL / WindowProofs.MOST_WINDOWS)
        .firstIndex(first)
        .start();
  }

  private static List<RaceWithIds> mostImportant(List<RaceWithIds> races) {
    return races.stream()
        // The most certain first; among those, the earliest may be the cause of the others.
        .sorted(
            Comparator.comparing((RaceWithIds found) -> found.race().grade())
                .reversed()
                .thenComparing(found -> found.ids().second().index()))
        .limit(MOST_RACES)
        .toList();
  }

  private List<FoundRace> foundRaces(
      List<RaceWithIds> found, RecordedTrace trace, boolean isDamaged) {
    if (found.isEmpty()) {
      return List.of();
    }
    List<FoundRace> outlines = found.stream().map(race -> outline(race, trace)).toList();
    boolean isKept = !isDamaged && kept.isWanted(outlines);
    long known = trace.replayedEvents();
    List<RaceWithIds> replayed =
        found.stream().filter(race -> race.ids().second().index() <= known).toList();
    TimelineRecorder timelines = new TimelineRecorder(trace.names(), pairs(replayed));
    boolean isCopied = trace.analysedBy().isEmpty() && trace.events() <= MOST_KEPT;
    EventCopy copy = isKept && isCopied ? trace.copy() : null;
    List<AccessIds> accesses =
        replayed.stream()
            .flatMap(race -> Stream.of(race.ids().first(), race.ids().second()))
            .filter(AccessIds::isKnown)
            .toList();
    DetailPass details =
        copy == null
            ? trace.details(accesses, timelines, timelines::isComplete)
            : trace.details(accesses, both(timelines, copy), () -> false);
    Iterator<Timeline> timeline = timelines.timelines().iterator();
    List<FoundRace> races =
        outlines.stream()
            .map(
                race ->
                    race.reported().second().index() <= known
                        ? detailed(race, details, timeline.next())
                        : race)
            .toList();
    if (copy != null) {
      kept.save(copy::save);
    } else if (isKept) {
      keepLong(trace);
    }
    return races;
  }

  private void keepLong(RecordedTrace trace) {
    if (trace.events() > MOST_KEPT || trace.replayedEvents() < trace.events()) {
      kept.omit("it has " + trace.events() + " events (expected: at most " + MOST_KEPT + ")");
    } else {
      kept.save(trace::save);
    }
  }

  private static EventSink both(EventSink one, EventSink other) {
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

  private static List<Pair> pairs(List<RaceWithIds> races) {
    return races.stream()
        .map(found -> new Pair(found.ids().first().index(), found.ids().second().index()))
        .toList();
  }

  /** What is known of a race before the replay for its details. */
  private static FoundRace outline(RaceWithIds found, RecordedTrace trace) {
    AccessIds first = found.ids().first();
    AccessIds second = found.ids().second();
    ReportedRace race = ReportedRace.of(found.race());
    ReportedAccess later = at(race.second(), second, trace);
    ReportedVariable variable = trace.variable(second.variable());
    ReportedRace located =
        race.change()
            .variable(
                variable.className().isEmpty()
                    ? new ReportedVariable(
                        variable.key(), variable.name(), later.site().className())
                    : variable)
            .accesses(at(race.first(), first, trace), later)
            .make();
    RunDetails details =
        new RunDetails(
            first.isKnown()
                ? new Target(location(first, trace), location(second, trace))
                : Target.NONE,
            trace.element(second.variable()),
            first.isKnown() ? trace.slot(first.thread()) : -1,
            trace.slot(second.thread()),
            trace.accepted(second.variable()));
    return new FoundRace(found.race(), located, details);
  }

  private static ReportedAccess at(ReportedAccess access, AccessIds ids, RecordedTrace trace) {
    if (!access.isKnown()) {
      return access;
    }
    return new ReportedAccess(
        access.index(),
        access.thread(),
        access.write(),
        access.atomic(),
        trace.site(ids.location()).map(Site::instruction).orElse(Instruction.UNKNOWN),
        access.stack(),
        access.locks(),
        access.started(),
        access.startedBy());
  }

  private static String location(AccessIds access, RecordedTrace trace) {
    return trace.site(access.location()).map(Site::location).orElse("");
  }

  private static FoundRace detailed(FoundRace outline, DetailPass details, Timeline timeline) {
    ReportedAccess first = outline.reported().first();
    long second = outline.reported().second().index();
    ReportedRace reported =
        outline
            .reported()
            .change()
            .accesses(
                first.isKnown() ? details.earlier(first.index()) : first, details.later(second))
            .origin(details.origin(second).map(ObjectOrigin::text).orElse(""))
            .timeline(timeline)
            .make();
    return new FoundRace(outline.race(), reported, outline.details());
  }
}
