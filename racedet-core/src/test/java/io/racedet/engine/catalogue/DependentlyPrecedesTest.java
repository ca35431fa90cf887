package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineFeed;
import io.racedet.engine.EngineRun;
import io.racedet.engine.EngineRun.Report;
import io.racedet.engine.RandomRuns;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.Pair;
import io.racedet.oracle.PwrRelation;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.SdpRelation;
import io.racedet.oracle.Shape;
import io.racedet.oracle.Shape.Step;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import io.racedet.oracle.WcpRelation;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Named examples for {@code sdp} and {@code wdp}; the other tests are in {@link DjitTest}. */
class DependentlyPrecedesTest {
  private static final String NONE = "-";

  private static final int MANY = 100_000;

  private static final Shape MOSTLY_WRITES =
      new Shape(3, 2, 3, 40, List.of())
          .with(Step.WRITE, 8)
          .with(Step.ACQUIRE, 6)
          .with(Step.RELEASE, 5);

  private static final List<Shape> MANY_WRITES =
      List.of(
          MOSTLY_WRITES,
          MOSTLY_WRITES.withThreads(2),
          MOSTLY_WRITES.withThreads(4).with(Step.ACQUIRE, 4).with(Step.RELEASE, 4),
          MOSTLY_WRITES.with(Step.READ, 1),
          MOSTLY_WRITES.withThreads(4).with(Step.READ, 1).with(Step.FORK, 1).with(Step.JOIN, 1),
          MOSTLY_WRITES
              .with(Step.ACQUIRE_SHARED, 3)
              .with(Step.RELEASE_SHARED, 3)
              .with(Step.ATOMIC_WRITE, 1)
              .with(Step.SYNC_WRITE, 1)
              .with(Step.SYNC_READ, 1));

  static Stream<LitmusCase> withoutSync() {
    return Stream.concat(Litmus.handmade().stream(), Litmus.random().stream());
  }

  /** The tests of the authors, without branches: every read counts as one that branches use. */
  @ParameterizedTest
  @CsvSource({
    "sdp_BasicExample, (2|4), (2|4)",
    "sdp_Figure1A, -, (3|12)",
    "sdp_Figure2A, -, (3|8)",
    "sdp_Figure2B, -, (2|8)",
    "sdp_Figure3C, -, (7|17)",
    "sdp_Figure4A, -, -",
    "sdp_RaceWithPrevWr, -, (2|13)",
    "sdp_ReleaseReleaseEdge, -, (9|20)",
    "sdp_VindicatorFigure5B, -, (2|13)",
    "sdp_XDPComposeWithHBNoSDPRace, -, (1|11)",
    "sdp_XDPComposeWithHBRace, (5|11), (5|11)",
    "sdp_XDPNestedLocksRace, (4|12), (4|12)"
  })
  void engines_testsOfTheAuthors_reportWhatTheySay(String name, String sdp, String wdp) {
    TestTrace trace =
        Litmus.handmade().stream()
            .filter(litmus -> litmus.name().equals(name))
            .findFirst()
            .orElseThrow()
            .trace();
    assertThat(EngineRun.of(OrderedAccessEngines.SDP::create, trace).pairs()).isEqualTo(pairs(sdp));
    assertThat(EngineRun.of(OrderedAccessEngines.WDP::create, trace).pairs()).isEqualTo(pairs(wdp));
  }

  private static SortedSet<Pair> pairs(String cell) {
    return cell.equals(NONE) ? new TreeSet<>() : Pair.parse(cell.replace('|', ','));
  }

  /** WCP orders the releases of sections before the second write, SDP only before a read after. */
  @Test
  void sdp_writeWriteConflict_ordersTheNextReadNotTheWrite() {
    String[] trace = {
      "T1|w(y)",
      "T1|w(z)",
      "T1|acq(L)",
      "T1|w(x)",
      "T1|rel(L)",
      "T2|acq(L)",
      "T2|w(x)",
      "T2|rel(L)",
      "T2|w(y)",
      "T2|r(x)",
      "T2|w(z)"
    };
    assertThat(pairs(OrderedAccessEngines.WCP::create, trace)).isEmpty();
    assertThat(pairs(OrderedAccessEngines.SDP::create, trace)).containsExactly(new Pair(1, 9));
  }

  /** Rule (a), where one section accesses many variables and another one any of these, or none. */
  @ParameterizedTest
  @CsvSource({
    "w, 0, true",
    "w, 1, true",
    "w, 1999, true",
    "w, 3999, true",
    "w, 4000, false",
    "r, 0, false",
    "r, 3999, false"
  })
  void wcp_sectionWithManyVariables_isOrderedBeforeConflictsOnly(
      String access, int variable, boolean isOrdered) {
    List<String> trace = new ArrayList<>(List.of("T1|w(y)", "T1|acq(L)"));
    for (int i = 0; i < 4_000; i++) {
      trace.add("T1|" + access + "(v" + i + ")");
    }
    trace.addAll(
        List.of("T1|rel(L)", "T2|acq(L)", "T2|r(v" + variable + ")", "T2|rel(L)", "T2|w(y)"));
    String[] events = trace.toArray(String[]::new);
    Pair onY = new Pair(1, events.length);
    assertThat(pairs(OrderedAccessEngines.WCP::create, events).contains(onY)).isEqualTo(!isOrdered);
    assertThat(pairs(OrderedAccessEngines.SDP::create, events).contains(onY)).isEqualTo(!isOrdered);
  }

  /** The read after the write in one section: WCP may take the one for the other, SDP not. */
  @Test
  void sdp_sectionWritesThenReads_laterWriteComesAfterTheRead() {
    String[] trace = {
      "T1|w(y)",
      "T1|acq(L)",
      "T1|w(x)",
      "T1|r(x)",
      "T1|rel(L)",
      "T2|acq(L)",
      "T2|w(x)",
      "T2|rel(L)",
      "T2|w(y)"
    };
    assertThat(pairs(OrderedAccessEngines.SDP::create, trace)).isEmpty();
  }

  /** RCD orders what a read saw under the lock, and nothing else that the lock protects. */
  @Test
  void wdp_conflictsUnderALock_onlyTheLastWriteIsOrderedBeforeItsRead() {
    String[] seen = {
      "T1|w(y)", "T1|acq(L)", "T1|w(x)", "T1|rel(L)",
      "T2|acq(L)", "T2|r(x)", "T2|rel(L)", "T2|w(y)"
    };
    String[] overwritten = {
      "T1|w(y)",
      "T1|acq(L)",
      "T1|w(x)",
      "T1|rel(L)",
      "T2|acq(L)",
      "T2|w(x)",
      "T2|r(x)",
      "T2|rel(L)",
      "T2|w(y)"
    };
    assertThat(pairs(OrderedAccessEngines.WDP::create, seen)).isEmpty();
    assertThat(pairs(OrderedAccessEngines.WDP::create, overwritten))
        .containsExactly(new Pair(1, 9));
  }

  /** RRD orders the releases, where ROD of PWR orders what comes in the later section, too. */
  @Test
  void wdp_sectionSeenIntoByAnother_isOrderedBeforeItsReleaseOnly() {
    String[] trace = {
      "T1|acq(L)",
      "T1|acq(M)",
      "T1|w(x)",
      "T1|rel(M)",
      "T1|w(y)",
      "T1|w(z)",
      "T1|rel(L)",
      "T2|acq(L)",
      "T2|fork(T3)",
      "T3|acq(M)",
      "T3|r(x)",
      "T3|rel(M)",
      "T2|join(T3)",
      "T2|fork(T4)",
      "T4|w(y)",
      "T2|rel(L)",
      "T2|w(z)"
    };
    assertThat(pairs(OrderedAccessEngines.WDP::create, trace)).containsExactly(new Pair(5, 15));
    assertThat(pairs(AccessPairEngines.PWR_EE::create, trace)).isEmpty();
  }

  /** Two shared sections are not ordered, so what one release knows may lie inside the other. */
  @Test
  void wdp_sectionSeenIntoByWayOfAnotherShared_isOrdered() {
    String[] trace = {
      "T3|fork(T4)",
      "T1|acqr(L)",
      "T1|acq(M)",
      "T1|w(x)",
      "T1|rel(M)",
      "T2|acqr(L)",
      "T2|acq(N)",
      "T2|w(z)",
      "T2|rel(N)",
      "T2|acq(M)",
      "T2|r(x)",
      "T2|rel(M)",
      "T2|relr(L)",
      "T1|w(q)",
      "T1|relr(L)",
      "T4|acq(N)",
      "T4|r(z)",
      "T4|rel(N)",
      "T3|acq(L)",
      "T3|join(T4)",
      "T3|rel(L)",
      "T3|w(q)"
    };
    assertThat(pairs(OrderedAccessEngines.WDP::create, trace)).isEmpty();
  }

  /** The read comes after the sections of both locks that the thread wrote the variable under. */
  @Test
  void sdp_writesUnderTwoLocks_nextReadComesAfterTheSectionsOfBoth() {
    String[] trace = {
      "T1|w(y)",
      "T1|acq(K)",
      "T1|w(x)",
      "T1|rel(K)",
      "T3|w(z)",
      "T3|acq(M)",
      "T3|w(x)",
      "T3|rel(M)",
      "T2|acq(K)",
      "T2|w(x)",
      "T2|rel(K)",
      "T2|acq(M)",
      "T2|w(x)",
      "T2|rel(M)",
      "T2|r(x)",
      "T2|w(y)",
      "T2|w(z)"
    };
    assertThat(pairs(OrderedAccessEngines.SDP::create, trace))
        .containsExactlyInAnyOrder(new Pair(3, 7), new Pair(7, 10), new Pair(3, 13));
  }

  private static List<Pair> pairs(EngineFeed.Maker<Engine> engine, String... trace) {
    return EngineRun.of(engine, TestTrace.parse(trace)).reports().stream()
        .map(Report::pair)
        .toList();
  }

  /** Complete: for each thread that the access can race with, a pair no older. */
  @ParameterizedTest
  @MethodSource("withoutSync")
  void wdp_strictRacesOfLitmus_areFound(LitmusCase litmus) {
    SortedSet<Pair> found = EngineRun.of(OrderedAccessEngines.WDP::create, litmus.trace()).pairs();
    for (Pair race : litmus.pairs("strict")) {
      int thread = litmus.trace().event(race.first()).thread();
      assertThat(found)
          .as("%s", race)
          .anyMatch(
              pair ->
                  pair.second() == race.second()
                      && pair.first() >= race.first()
                      && litmus.trace().event(pair.first()).thread() == thread);
    }
  }

  /** WDP orders less than PWR; visible on one of five traces in which most threads hold locks. */
  @Test
  @Tag("random")
  void wdp_randomTraces_reportsTheAccessesOfPwrAndOthers() {
    int[] more = new int[1];
    RandomRuns.checkSome(trace -> checkAgainstPwr(trace));
    new TraceRuns(
            List.of(
                Shape.lockHeavy(),
                Shape.lockHeavy().withThreads(2).withVariables(1).with(Shape.Step.READ, 3)))
        .checkSome(trace -> more[0] += checkAgainstPwr(trace) ? 1 : 0);
    assertThat(more[0]).isGreaterThanOrEqualTo(TraceRuns.SOME / 5);
  }

  /** Returns whether WDP reports more accesses than PWR. */
  private static boolean checkAgainstPwr(TestTrace trace) {
    SortedSet<Integer> wdp =
        accesses(EngineRun.of(OrderedAccessEngines.WDP::create, trace).pairs());
    SortedSet<Integer> pwr = accesses(new PwrRelation(trace).pairs());
    assertThat(wdp).containsAll(pwr);
    return wdp.size() > pwr.size();
  }

  /**
   * Rich in cases that SDP treats differently from WCP, which is visible on at least one of twenty
   * traces.
   */
  @Test
  @Tag("random")
  void sdp_tracesOfManyWrites_agreeWithTheDefinition() {
    assertThat(differences(1, TraceRuns.SOME)).isGreaterThanOrEqualTo(TraceRuns.SOME / 20);
  }

  @Test
  @Tag("soak")
  void sdp_manyTracesOfManyWrites_agreeWithTheDefinition(TestReporter reporter) {
    long seed = System.nanoTime();
    reporter.publishEntry("seed", String.valueOf(seed));
    assertThat(differences(seed, MANY)).isGreaterThanOrEqualTo(MANY / 20);
  }

  /** Checks sdp, and counts the traces on which WCP orders more. */
  private static int differences(long seed, int traces) {
    SplittableRandom seeds = new SplittableRandom(seed);
    int different = 0;
    for (int i = 0; i < traces; i++) {
      long traceSeed = seeds.nextLong();
      TestTrace trace = RandomTraces.of(MANY_WRITES.get(i % MANY_WRITES.size()), traceSeed);
      SortedSet<Pair> expected = new SdpRelation(trace).races();
      assertThat(EngineRun.of(OrderedAccessEngines.SDP::create, trace).pairs())
          .as("shape %s, seed %s:%s", i % MANY_WRITES.size(), traceSeed, trace)
          .isEqualTo(Pair.lastOfEachThread(expected, trace));
      different += expected.size() > new WcpRelation(trace).races().size() ? 1 : 0;
    }
    return different;
  }

  private static SortedSet<Integer> accesses(SortedSet<Pair> pairs) {
    return pairs.stream().map(Pair::second).collect(Collectors.toCollection(TreeSet::new));
  }
}
