package io.racedet.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventSink;
import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.race.Access;
import io.racedet.race.AccessContext;
import io.racedet.race.AccessIds;
import io.racedet.race.Grade;
import io.racedet.race.Proof;
import io.racedet.race.Race;
import io.racedet.race.RaceIds;
import io.racedet.race.RaceKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pairs that engines report in any order, compared with lists of them. */
class RaceCollectorTest {
  private static final long SEED = 20261126;
  private static final List<String> ENGINES = List.of("one", "two");
  private static final int THREADS = 4;
  private static final int VARIABLES = 2;
  private static final int LOCATIONS = 2;
  private static final int LOCKS = 2;
  private static final int ACCESSES = 30;
  private static final int REPORTS = 150;
  private static final int NOWHERE = EventSink.NO_LOCATION;
  private static final Use UNKNOWN = new Use(0, -1, 0, false, false, NOWHERE, List.of());

  private record Hold(int lock, boolean shared) {}

  /** An access, at an index of the trace. */
  private record Use(
      long index,
      int thread,
      int variable,
      boolean write,
      boolean atomic,
      int location,
      List<Hold> held) {
    boolean mayRaceWith(Use later) {
      return index < later.index
          && thread != later.thread
          && variable == later.variable
          && (write || later.write);
    }
  }

  /** What an engine reports. */
  private record Report(int engine, RaceKind kind, boolean ordered, Use first, Use second) {
    boolean isLocated() {
      return first.location != NOWHERE && second.location != NOWHERE;
    }

    boolean isOf(int thread) {
      return first.thread == thread || second.thread == thread;
    }

    /** By which pairs are distinguished, if not every pair is a race of its own. */
    Object key() {
      if (isLocated()) {
        return new HashSet<>(List.of(first.location, second.location));
      }
      List<Integer> one = List.of(first.thread, first.location);
      List<Integer> other = List.of(second.thread, second.location);
      boolean isSymmetric = kind == RaceKind.WRITE_WRITE;
      return List.of(second.variable, kind, isSymmetric ? Set.of(one, other) : List.of(one, other));
    }
  }

  private final LockContexts contexts = new LockContexts();
  private final List<List<Report>> races = new ArrayList<>(); // as they are found
  private final List<List<Report>> forgotten = new ArrayList<>();
  private final Set<Object> reported = new HashSet<>();
  private final List<Race> told = new ArrayList<>();
  private SplittableRandom random;
  private RaceCollector collector;

  @ParameterizedTest
  @CsvSource({"1, false", "2, false", "1, true", "2, true"})
  void races_ofRandomPairs_areThoseOfLists(int engines, boolean everyPair) {
    SplittableRandom seeds = new SplittableRandom(SEED);
    for (int thread = THREADS - 1; thread >= 0; thread--) {
      contexts.root(thread); // their numbers are not those of the threads
    }
    for (int i = 0; i < 30; i++) {
      random = seeds.split();
      races.clear();
      forgotten.clear();
      reported.clear();
      List<String> names = ENGINES.subList(0, engines);
      collector = new RaceCollector(contexts, Names.IDS, everyPair, names, null);
      List<Use> uses = uses();
      for (int n = 0; n < REPORTS; n++) {
        report(uses, engines, everyPair);
        if (random.nextInt(10) == 0 && !everyPair) {
          forget();
        }
      }
      List<List<Report>> sorted = new ArrayList<>(races);
      sorted.sort(
          Comparator.comparingLong((List<Report> race) -> best(race).second.index)
              .thenComparingLong(race -> best(race).first.index));
      assertThat(collector.found())
          .as("seed " + SEED)
          .isEqualTo(sorted.stream().map(race -> race(best(race), count(race))).toList());
      assertThat(collector.ids())
          .as("seed " + SEED)
          .isEqualTo(sorted.stream().map(race -> ids(best(race))).toList());
      assertThat(collector.refuted()).isEmpty();
    }
  }

  private List<Use> uses() {
    List<Use> uses = new ArrayList<>();
    for (int i = 0; i < ACCESSES; i++) {
      uses.add(
          new Use(
              10L * i + 1,
              random.nextInt(THREADS),
              random.nextInt(VARIABLES),
              random.nextBoolean(),
              random.nextBoolean(),
              random.nextBoolean() ? NOWHERE : random.nextInt(LOCATIONS),
              held()));
    }
    return uses;
  }

  /** A thread may hold a lock in both modes. */
  private List<Hold> held() {
    Set<Hold> held = new LinkedHashSet<>();
    for (int n = random.nextInt(3); n > 0; n--) {
      held.add(new Hold(random.nextInt(LOCKS), random.nextBoolean()));
    }
    return List.copyOf(held);
  }

  /** No engine reports a pair twice. */
  private void report(List<Use> uses, int engines, boolean everyPair) {
    Use second = uses.get(random.nextInt(uses.size()));
    Use first = random.nextInt(5) == 0 ? UNKNOWN : uses.get(random.nextInt(uses.size()));
    if (first != UNKNOWN && !first.mayRaceWith(second)) {
      return;
    }
    boolean reads = first != UNKNOWN && !first.write;
    RaceKind kind = second.write ? RaceKind.WRITE_WRITE : RaceKind.WRITE_READ;
    Report report =
        new Report(
            random.nextInt(engines),
            reads ? RaceKind.READ_WRITE : kind,
            random.nextInt(3) > 0,
            first,
            second);
    if (!reported.add(List.of(report.engine, first, second))) {
      return;
    }
    collector
        .sink(report.engine)
        .race(
            second.variable,
            report.kind,
            report.ordered,
            first.index,
            detail(first),
            second.index,
            detail(second));
    List<Report> known = known(report, everyPair);
    if (known == null) {
      races.add(new ArrayList<>(List.of(report)));
    } else {
      known.add(report);
    }
    told.clear();
    collector.announce(told::add);
    assertThat(told)
        .as("seed " + SEED)
        .isEqualTo(known == null ? List.of(race(report, 1)) : List.of());
  }

  private long detail(Use use) {
    if (use == UNKNOWN) {
      return 0;
    }
    int context = contexts.root(use.thread);
    for (Hold hold : use.held) {
      context = contexts.child(context, hold.lock, hold.shared);
    }
    long detail = AccessContext.of(context, use.location);
    return use.atomic ? AccessContext.atomic(detail) : detail;
  }

  private List<Report> known(Report report, boolean everyPair) {
    for (List<Report> race : races) {
      Report one = race.get(0);
      boolean isSamePair = one.first.equals(report.first) && one.second.equals(report.second);
      boolean isSame =
          one.isLocated() == report.isLocated()
              && one.key().equals(report.key())
              && forgotten.stream().noneMatch(f -> f == race);
      if (everyPair ? isSamePair : isSame) {
        return race;
      }
    }
    return null;
  }

  /** Races whose accesses have a location are not those of a variable or a thread. */
  private void forget() {
    int id = random.nextInt(THREADS);
    BitSet threads = new BitSet();
    threads.set(id);
    boolean isVariable = id < VARIABLES && random.nextBoolean();
    if (isVariable) {
      collector.forgetVariable(id);
    } else {
      collector.forgetThreads(threads);
    }
    for (List<Report> race : races) {
      Report one = race.get(0);
      if (!one.isLocated() && (isVariable ? one.second.variable == id : one.isOf(id))) {
        forgotten.add(race);
      }
    }
  }

  /** The first one that happens-before leaves unordered, or the first one. */
  private static Report best(List<Report> race) {
    return race.stream().filter(report -> !report.ordered).findFirst().orElse(race.get(0));
  }

  private static long count(List<Report> race) {
    long ofOne = race.stream().filter(report -> report.engine == 0).count();
    return Math.max(ofOne, race.size() - ofOne);
  }

  private static Race race(Report best, long count) {
    return new Race(
        ENGINES.get(best.engine),
        "variable " + best.second.variable,
        best.kind,
        best.first == UNKNOWN ? Access.UNKNOWN : access(best.first),
        access(best.second),
        count,
        Proof.of(best.ordered ? Grade.PREDICTED : Grade.OBSERVED, ""));
  }

  private static Access access(Use use) {
    String location = use.location == NOWHERE ? "" : "location " + use.location;
    String thread = "thread " + use.thread;
    return new Access(use.index, thread, use.write, use.atomic, location, lockset(use.held));
  }

  private static List<String> lockset(List<Hold> held) {
    return held.stream()
        .filter(hold -> !hold.shared || !held.contains(new Hold(hold.lock, false)))
        .map(hold -> "lock " + hold.lock + (hold.shared ? " (shared)" : ""))
        .toList();
  }

  private static RaceIds ids(Report best) {
    return new RaceIds(
        ids(best.first, best.second.variable), ids(best.second, best.second.variable));
  }

  private static AccessIds ids(Use use, int variable) {
    return new AccessIds(use.index, use.thread, variable, use.location);
  }
}
