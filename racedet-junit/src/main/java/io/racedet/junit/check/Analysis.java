package io.racedet.junit.check;

import io.racedet.RaceAnalysis;
import io.racedet.RaceReport;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.junit.NotCheckedError;
import io.racedet.junit.advice.ClassFiles;
import io.racedet.junit.coverage.Interleaving;
import io.racedet.junit.coverage.InterleavingSink;
import io.racedet.junit.deadlocks.DeadlockSearch;
import io.racedet.junit.deadlocks.PatternWatch;
import io.racedet.junit.naming.SourceNames;
import io.racedet.junit.proof.LongTraceProofs;
import io.racedet.junit.proof.RaceWithIds;
import io.racedet.junit.record.EventCopy;
import io.racedet.junit.record.EventPipe;
import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.report.FoundDeadlock;
import io.racedet.junit.report.FoundRace;
import io.racedet.race.Race;
import io.racedet.race.RaceIds;
import io.racedet.race.ReachedLimit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Runs engines over a recorded trace and describes the races that they find. */
final class Analysis {
  /** The most races of a repetition that are described: the most certain and earliest ones. */
  private static final int MAX_RACES = 1000;

  /** How many steps the search for one witness may take; far more than most tests have events. */
  private static final long WITNESS_BUDGET = 1_000_000;

  /** How many steps all searches of a repetition may take, some seconds. */
  private static final long WITNESS_TOTAL = 500 * WITNESS_BUDGET;

  /** The most events of a trace of which all are kept for the search of witnesses. */
  private static final long MAX_PROVED = 4_000_000;

  /** The most events of a trace that is kept. */
  private static final long MAX_KEPT = 20_000_000;

  private static final RaceReport NO_RACES =
      new RaceReport(List.of(), List.of(), 0, 0, List.of(), List.of(), List.of(), List.of());

  private final List<String> engines;
  private final KeptTrace kept;
  private final long mostProved;
  private final boolean findsDeadlocks;
  private final DeadlockSearch deadlocks;
  private final SourceNames names;

  /**
   * @param kept saves the trace of a failing repetition
   * @param files of the code under test, for names
   */
  Analysis(List<String> engines, KeptTrace kept, boolean findsDeadlocks, ClassFiles files) {
    this(engines, kept, findsDeadlocks, files, MAX_PROVED);
  }

  /**
   * @param mostProved the most events of a trace that is searched as a whole
   */
  Analysis(
      List<String> engines,
      KeptTrace kept,
      boolean findsDeadlocks,
      ClassFiles files,
      long mostProved) {
    names = new SourceNames(files);
    this.findsDeadlocks = findsDeadlocks;
    deadlocks = new DeadlockSearch(WITNESS_BUDGET, WITNESS_TOTAL, mostProved);
    this.engines = engines;
    this.kept = kept;
    this.mostProved = mostProved;
  }

  /**
   * Replays a trace to the engines, and again if there are races: for their details, and for the
   * trace file if it is to be kept.
   */
  Observation of(RecordedTrace trace) {
    if (trace.failure().isPresent()) {
      return untilFailure(trace, trace.failure().get());
    }
    InterleavingSink order = new InterleavingSink(trace::siteHash, trace::covers);
    PatternWatch locks =
        findsDeadlocks && !trace.isEmpty()
            ? trace
                .watchedBy()
                .map(PatternWatch.class::cast)
                .orElseGet(() -> new PatternWatch(trace::isTry))
            : null;
    Optional<RaceAnalysis> analysis =
        trace.analysedBy().map(RaceAnalysis.class::cast).or(() -> replayed(trace, order, locks));
    RaceReport report = analysis.map(RaceAnalysis::finish).orElse(NO_RACES);
    List<RaceIds> ids = analysis.map(RaceAnalysis::ids).orElse(List.of());
    requireEngines(report, engines);
    boolean isDamaged = trace.damaged() || report.dropped() > 0;
    List<String> errors = new ArrayList<>(report.problems());
    List<FoundRace> races = described(withIds(report.races(), ids), trace, isDamaged, errors);
    DeadlockSearch.Result found =
        locks == null ? DeadlockSearch.Result.NONE : deadlocks.of(trace, locks);
    return new Observation(
        trace.events() + trace.leftOut(),
        trace.accesses(),
        trace.accessingThreads(),
        trace.truncated(),
        isDamaged,
        trace.confirmed(),
        races,
        deadlocks(trace, found),
        both(both(limits(report), found.limits()), unwritten(trace)),
        both(errors, found.errors()),
        trace.analysedBy().isEmpty() && trace.unexpected().isEmpty()
            ? order.interleaving()
            : Interleaving.UNKNOWN);
  }

  /** Names by the code under test. */
  SourceNames names() {
    return names;
  }

  /* What was found before counts; if that is nothing, it says nothing. */
  private Observation untilFailure(RecordedTrace trace, Throwable cause) {
    List<String> errors = new ArrayList<>(List.of(notChecked(cause).getMessage()));
    List<FoundRace> races = List.of();
    try {
      races =
          trace
              .analysedBy()
              .map(RaceAnalysis.class::cast)
              .map(it -> untilFailure(it, trace, errors))
              .orElse(races);
    } catch (RuntimeException | Error e) {
      cause.addSuppressed(e);
    }
    List<FoundDeadlock> observed = deadlocks(trace, DeadlockSearch.Result.NONE);
    if (races.isEmpty() && observed.isEmpty()) {
      throw notChecked(cause);
    }
    return new Observation(
        trace.events(),
        trace.accesses(),
        trace.accessingThreads(),
        true,
        trace.damaged(),
        trace.confirmed(),
        races,
        observed,
        List.of(),
        errors,
        Interleaving.UNKNOWN);
  }

  private List<FoundRace> untilFailure(
      RaceAnalysis analysis, RecordedTrace trace, List<String> errors) {
    List<RaceWithIds> found = mostImportant(withIds(analysis.finish().races(), analysis.ids()));
    return named(
        found,
        trace,
        errors,
        () -> {
          RaceDetails details = RaceDetails.of(trace, found);
          return found.stream().map(details::describe).toList();
        });
  }

  private static List<ReachedLimit> unwritten(RecordedTrace trace) {
    return trace.unwritten().stream()
        .map(
            problem ->
                new ReachedLimit(
                    "SPILL",
                    "the file of a long recording takes no more than "
                        + trace.replayedEvents()
                        + " of "
                        + trace.events()
                        + " events ("
                        + problem.getMessage()
                        + "): later races have no details",
                    ""))
        .toList();
  }

  /** Begins an analysis beside the test, which {@link #of} ends; its races are not proved yet. */
  RaceAnalysis begin(Names names) {
    return builder(names).start();
  }

  /** Begins to watch the locks of a recording beside the test; null if nobody is to do so. */
  EventSink watch(IntPredicate isTry) {
    return findsDeadlocks ? new PatternWatch(isTry) : null;
  }

  /* Empty for a single thread, which is in no race with itself. */
  private Optional<RaceAnalysis> replayed(
      RecordedTrace trace, InterleavingSink order, PatternWatch locks) {
    if (trace.comparable() == 0) {
      if (trace.hasThreads() && !trace.isEmpty()) {
        trace.replay(order, locks);
      }
      return Optional.empty();
    }
    RaceAnalysis.Builder builder = builder(trace.names());
    if (trace.comparable() <= mostProved) {
      builder.witnesses(WITNESS_BUDGET, WITNESS_TOTAL);
    }
    RaceAnalysis analysis = builder.start();
    try (EventPipe engines = new EventPipe(analysis)) {
      trace.replay(RaceDetails.both(engines, order), locks);
    }
    return Optional.of(analysis);
  }

  private List<FoundDeadlock> deadlocks(RecordedTrace trace, DeadlockSearch.Result proved) {
    List<FoundDeadlock> all = new ArrayList<>();
    if (findsDeadlocks) {
      DeadlockSearch.observed(trace).ifPresent(all::add);
    }
    all.addAll(proved.found());
    return all.stream().map(found -> found.named(names.of(found.reported()))).toList();
  }

  private static <T> List<T> both(List<T> some, List<T> others) {
    List<T> all = new ArrayList<>(some);
    all.addAll(others);
    return all;
  }

  private RaceAnalysis.Builder builder(Names names) {
    return RaceAnalysis.with(engines.toArray(String[]::new)).names(names);
  }

  private static NotCheckedError notChecked(Throwable cause) {
    return new NotCheckedError(
        isOfFile(cause) ? failed(cause) : "the analysis beside the test has failed: " + cause,
        cause);
  }

  private static String failed(Throwable cause) {
    return isOfFile(cause)
        ? "the file of a long recording cannot be written or read: " + cause
        : "INTERNAL ERROR: " + cause;
  }

  private static boolean isOfFile(Throwable cause) {
    return cause instanceof UncheckedIOException || cause instanceof IOException;
  }

  /* What an engine has not seen to its end must not be taken for free of races. */
  static void requireEngines(RaceReport report, List<String> engines) {
    if (report.races().isEmpty()) {
      report.failures().stream()
          .filter(failure -> engines.contains(failure.source()))
          .forEach(
              failure -> {
                throw new NotCheckedError(
                    "the analysis has failed: " + failure.text(), failure.cause());
              });
    }
  }

  private static List<ReachedLimit> limits(RaceReport report) {
    List<ReachedLimit> limits = new ArrayList<>();
    for (ReachedLimit limit : report.limits()) {
      limits.add(new ReachedLimit(limit.limit(), limit.effect(), "")); // options are of the CLI
    }
    int races = report.races().size();
    if (races > MAX_RACES) {
      String effect = (races - MAX_RACES) + " of " + races + " races of a repetition are left out";
      limits.add(new ReachedLimit("RACES_DESCRIBED", effect, ""));
    }
    return limits;
  }

  private static List<RaceWithIds> withIds(List<Race> races, List<RaceIds> ids) {
    return IntStream.range(0, races.size())
        .mapToObj(i -> new RaceWithIds(races.get(i), ids.get(i)))
        .toList();
  }

  private static List<RaceWithIds> mostImportant(List<RaceWithIds> races) {
    return races.stream()
        // The most certain first; among those, the earliest may be the cause of the others.
        .sorted(
            Comparator.comparing((RaceWithIds found) -> found.race().grade())
                .reversed()
                .thenComparing(found -> found.ids().second().index()))
        .limit(MAX_RACES)
        .toList();
  }

  private List<FoundRace> described(
      List<RaceWithIds> found, RecordedTrace trace, boolean isDamaged, List<String> errors) {
    if (found.isEmpty()) {
      return List.of();
    }
    return named(
        found,
        trace,
        errors,
        () ->
            trace.comparable() <= mostProved
                ? ofShort(mostImportant(found), trace, isDamaged)
                : ofLong(found, trace, isDamaged));
  }

  /* A race counts without its details, too: the file from which they are read may be lost. */
  private List<FoundRace> named(
      List<RaceWithIds> found,
      RecordedTrace trace,
      List<String> errors,
      Supplier<List<FoundRace>> details) {
    List<FoundRace> races;
    try {
      races = details.get();
    } catch (RuntimeException | Error e) {
      errors.add("races are reported without their details: " + failed(e));
      races = mostImportant(found).stream().map(race -> RaceDetails.outline(race, trace)).toList();
    }
    return races.stream().map(race -> race.named(names.of(race.reported()))).toList();
  }

  private List<FoundRace> ofShort(List<RaceWithIds> found, RecordedTrace trace, boolean isDamaged) {
    // Before the replay, so that the numbers of objects in these texts are small.
    List<FoundRace> outlines =
        found.stream().map(race -> RaceDetails.outline(race, trace)).toList();
    boolean isKept = !isDamaged && kept.isWanted(outlines);
    EventCopy copy = isKept && trace.events() <= MAX_KEPT ? trace.copy() : null;
    RaceDetails details =
        copy == null
            ? RaceDetails.of(trace, found)
            : RaceDetails.of(trace, found, copy, () -> false);
    List<FoundRace> races = found.stream().map(details::describe).toList();
    if (copy != null) {
      kept.save(copy::save);
    } else if (isKept) {
      keepLong(trace);
    }
    return races;
  }

  /* Witnesses are searched during the replay for the details. */
  private List<FoundRace> ofLong(List<RaceWithIds> found, RecordedTrace trace, boolean isDamaged) {
    LongTraceProofs proofs =
        new LongTraceProofs(trace, engines, WITNESS_BUDGET, WITNESS_TOTAL, found);
    Set<RaceWithIds> some = new LinkedHashSet<>(mostImportant(found));
    proofs.searched().stream().limit(MAX_RACES).forEach(some::add);
    RaceDetails details = RaceDetails.of(trace, List.copyOf(some), proofs.first(), proofs::isOver);
    List<RaceWithIds> best = mostImportant(proofs.finish());
    List<RaceWithIds> others = best.stream().filter(race -> !details.has(race)).toList();
    RaceDetails ofOthers = others.isEmpty() ? details : RaceDetails.of(trace, others);
    List<FoundRace> races =
        best.stream()
            .map(race -> details.has(race) ? details.describe(race) : ofOthers.describe(race))
            .toList();
    if (!isDamaged && kept.isWanted(races)) {
      keepLong(trace);
    }
    return races;
  }

  private void keepLong(RecordedTrace trace) {
    if (trace.replayedEvents() < trace.events()) {
      kept.omitUnwritten(trace.replayedEvents(), trace.events(), trace.unwritten());
    } else if (trace.events() > MAX_KEPT) {
      kept.omit("it has " + trace.events() + " events (expected: at most " + MAX_KEPT + ")");
    } else {
      kept.save(trace::save);
    }
  }
}
