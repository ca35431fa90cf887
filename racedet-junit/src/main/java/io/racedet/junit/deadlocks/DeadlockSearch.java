package io.racedet.junit.deadlocks;

import io.racedet.DeadlockAnalysis;
import io.racedet.DeadlockReport;
import io.racedet.DeadlockWatch;
import io.racedet.junit.record.LockReplay;
import io.racedet.junit.record.ObservedDeadlock;
import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.record.detail.RequestPass;
import io.racedet.junit.record.sites.Site;
import io.racedet.junit.report.FoundDeadlock;
import io.racedet.junit.report.Target;
import io.racedet.race.Deadlock;
import io.racedet.race.Grade;
import io.racedet.race.Proof;
import io.racedet.race.ReachedLimit;
import io.racedet.report.LockHold;
import io.racedet.report.ReportedDeadlock;
import io.racedet.report.ReportedRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Proves the deadlock patterns of repetitions, and describes the deadlocks. Patterns that several
 * repetitions did not prove are tried in ever fewer ones. Not thread-safe.
 */
public final class DeadlockSearch {
  /** The most deadlocks of a repetition that are described: the most certain and earliest ones. */
  public static final int MAX_DESCRIBED = 20;

  /** In how many repetitions a pattern is tried each time; after that, in ever fewer ones. */
  private static final int MAX_TRIES = 3;

  /** How many patterns are told apart by their threads, too. */
  private static final int MAX_ORDERS = 100;

  /* By threads and locations of the requests in their order: another order can have another end. */
  private final Map<String, Integer> tries = new HashMap<>();

  private final long budget;
  private final long total;
  private final long mostEvents;

  /**
   * Creates a search.
   *
   * @param budget how many steps the search for one witness may take
   * @param total how many steps all searches of a repetition may take
   * @param mostEvents how many events of a trace are searched, from its beginning: this is a trace,
   *     too
   */
  public DeadlockSearch(long budget, long total, long mostEvents) {
    this.budget = budget;
    this.total = total;
    this.mostEvents = mostEvents;
  }

  /**
   * The deadlocks of a repetition.
   *
   * @param found the deadlocks that are not refuted, the most certain first
   */
  public record Result(List<FoundDeadlock> found, List<ReachedLimit> limits, List<String> errors) {
    /** There are none. */
    public static final Result NONE = new Result(List.of(), List.of(), List.of());
  }

  /**
   * Searches a trace, whose locks the watch has received. A failure of the search loses no race of
   * the trace.
   */
  public Result of(RecordedTrace trace, PatternWatch watch) {
    List<DeadlockWatch.Pattern> patterns = watch.finish();
    List<String> errors = new ArrayList<>();
    watch.error().ifPresent(errors::add);
    Result found = Result.NONE;
    if (!patterns.isEmpty() && isWorthwhile(trace, patterns)) {
      try {
        found = searched(trace);
      } catch (RuntimeException | Error e) {
        errors.add("INTERNAL ERROR: the search for deadlocks has failed: " + e);
      }
    }
    errors.addAll(found.errors());
    return new Result(found.found(), found.limits(), errors);
  }

  private Result searched(RecordedTrace trace) {
    LockReplay locks = trace.locks();
    DeadlockAnalysis analysis = new DeadlockAnalysis(locks.names(), locks::isTry, budget, total);
    boolean isWhole = locks.replay(analysis, mostEvents);
    DeadlockReport report = analysis.finish();
    List<ReachedLimit> limits = new ArrayList<>();
    report
        .limits()
        .forEach(limit -> limits.add(new ReachedLimit(limit.limit(), limit.effect(), "")));
    if (!isWhole) {
      limits.add(
          new ReachedLimit(
              "DEADLOCK_EVENTS",
              "deadlocks were searched for only in the first "
                  + report.events()
                  + " events of a repetition",
              ""));
    }
    return new Result(described(locks, mostCertain(report)), limits, report.problems());
  }

  /** The deadlock that came in the recording itself. */
  public static Optional<FoundDeadlock> observed(RecordedTrace trace) {
    return trace.deadlock().map(DeadlockSearch::described);
  }

  private static FoundDeadlock described(ObservedDeadlock observed) {
    List<ReportedRequest> requests = observed.requests();
    List<Deadlock.Request> plain = new ArrayList<>();
    List<Target.Cycle.Request> targets = new ArrayList<>();
    List<String> places = observed.places();
    List<Boolean> shared = observed.shared();
    for (int i = 0; i < requests.size(); i++) {
      ReportedRequest request = requests.get(i);
      List<String> held = request.locks().stream().map(LockHold::text).toList();
      String location = request.frame().location();
      plain.add(
          new Deadlock.Request(
              0, request.thread(), request.lock(), request.shared(), location, held));
      List<String> place = places.get(i).isEmpty() ? List.of() : List.of(places.get(i));
      targets.add(new Target.Cycle.Request(place, shared.get(i)));
    }
    Deadlock deadlock = new Deadlock(plain, 1, Proof.of(Grade.OBSERVED, ""));
    return FoundDeadlock.of(
        deadlock, ReportedDeadlock.of(deadlock, requests), new Target.Cycle(targets));
  }

  private boolean isWorthwhile(RecordedTrace trace, List<DeadlockWatch.Pattern> patterns) {
    List<Integer> threads =
        patterns.stream().flatMap(each -> each.threads().stream()).distinct().sorted().toList();
    Set<String> keys = new HashSet<>();
    for (DeadlockWatch.Pattern pattern : patterns) {
      String locations =
          pattern.locations().stream()
              .map(at -> trace.site(at).map(Site::location).orElse(""))
              .collect(Collectors.joining("\n"));
      String key = pattern.threads().stream().map(threads::indexOf).toList() + locations;
      keys.add(tries.size() < MAX_ORDERS || tries.containsKey(key) ? key : locations);
    }
    boolean isWorthwhile = false;
    for (String key : keys) {
      int tried = tries.merge(key, 1, Integer::sum);
      isWorthwhile |= tried <= MAX_TRIES || Integer.bitCount(tried) == 1;
    }
    return isWorthwhile;
  }

  private static List<Deadlock> mostCertain(DeadlockReport report) {
    return report.deadlocks().stream()
        .sorted(Comparator.comparing(Deadlock::grade, Comparator.<Grade>reverseOrder()))
        .limit(MAX_DESCRIBED)
        .toList();
  }

  private static List<FoundDeadlock> described(LockReplay locks, List<Deadlock> deadlocks) {
    if (deadlocks.isEmpty()) {
      return List.of();
    }
    long[] indices =
        deadlocks.stream()
            .flatMap(deadlock -> deadlock.requests().stream())
            .mapToLong(Deadlock.Request::index)
            .toArray();
    RequestPass details = locks.details(indices);
    return deadlocks.stream().map(deadlock -> described(deadlock, details)).toList();
  }

  private static FoundDeadlock described(Deadlock deadlock, RequestPass details) {
    List<ReportedRequest> requests = new ArrayList<>();
    List<Target.Cycle.Request> targets = new ArrayList<>();
    for (Deadlock.Request request : deadlock.requests()) {
      requests.add(details.request(request.index()));
      targets.add(new Target.Cycle.Request(details.places(request.index()), request.shared()));
    }
    return FoundDeadlock.of(
        deadlock, ReportedDeadlock.of(deadlock, requests), new Target.Cycle(targets));
  }
}
