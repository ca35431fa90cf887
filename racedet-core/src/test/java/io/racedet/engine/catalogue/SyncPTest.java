package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineFeed;
import io.racedet.engine.EngineRun;
import io.racedet.engine.EngineRun.Report;
import io.racedet.engine.EngineSetup;
import io.racedet.event.EventSink;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.Pair;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Reorderings;
import io.racedet.oracle.Shape;
import io.racedet.oracle.Shares;
import io.racedet.oracle.SyncPreservingRelation;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.oracle.TraceRuns;
import io.racedet.race.ReachedLimit;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The sync-preserving engines, compared with the enumeration of reorderings. */
class SyncPTest {
  private static final TraceRuns SMALL_RUNS = TraceRuns.ofWitnesses();
  private static final TraceRuns RUNS = TraceRuns.ofRelations();

  static Stream<LitmusCase> litmus() {
    return Stream.concat(Litmus.handmade().stream(), Litmus.random().stream());
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void syncp_litmus_equalsTable(LitmusCase litmus) {
    assertThat(pairs(litmus.trace())).isEqualTo(litmus.pairs("sync_enabled"));
  }

  /** The shares show that there are races that happens-before orders. */
  @Test
  void syncp_randomTraces_reportsWhatReorderingsShow() {
    Shares shares = new Shares();
    SMALL_RUNS.checkSome(trace -> assertExact(trace, shares));
    assertShares(shares);
  }

  @Test
  @Tag("soak")
  void syncp_100000RandomTraces_reportsWhatReorderingsShow(TestReporter reporter) {
    Shares shares = new Shares();
    SMALL_RUNS.checkMany(reporter, trace -> assertExact(trace, shares));
    assertShares(shares);
  }

  private static void assertShares(Shares shares) {
    shares.print();
    shares.assertAtLeast(30, "races");
    shares.assertAtLeast(3, "races that happens-before orders");
    shares.assertAtLeast(0.5, "races of another order of the locks only");
  }

  private static void assertExact(TestTrace trace, Shares shares) {
    SortedSet<Pair> expected = Reorderings.keepingLockOrder(trace).enabled();
    EngineRun<?> run = EngineRun.of(SyncPreservingEngines.SYNCP::create, trace);
    assertThat(run.pairs()).isEqualTo(expected).hasSameSizeAs(run.reports());
    shares.count("races", !expected.isEmpty());
    shares.count(
        "races that happens-before orders", run.reports().stream().anyMatch(Report::ordered));
    shares.count(
        "races of another order of the locks only",
        !expected.containsAll(new Reorderings(trace).enabled()));
  }

  @Provide
  Arbitrary<TestTrace> traces() {
    return RandomTraces.arbitrary(Shape.guardedEverything().withMaxEvents(30));
  }

  @Property(tries = 500)
  void syncp_traces_reportsTheRacesOfTheDefinition(@ForAll("traces") TestTrace trace) {
    assertThat(pairs(trace)).isEqualTo(new SyncPreservingRelation(trace).races());
  }

  /** With few locations many accesses are of one group, of which the first race is reported. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  @Tag("random")
  void syncp_fewLocations_reportsTheFirstRaceOfEachTwoGroups(int locations) {
    SplittableRandom random = new SplittableRandom(locations);
    int[] fewer = new int[1];
    RUNS.checkSome(
        trace -> {
          int[] location = random.ints(trace.size() + 1, 0, locations).toArray();
          SortedSet<Pair> all = new SyncPreservingRelation(trace).races();
          SortedSet<Pair> expected = firstOfGroups(trace, all, location);
          EngineRun.Reports reports = new EngineRun.Reports();
          EngineFeed<?> feed = new EngineFeed<>(SyncPreservingEngines.SYNCP::create, reports);
          replay(trace, location, feed);
          feed.finish();
          assertThat(reports.list())
              .extracting(Report::pair)
              .containsExactlyInAnyOrderElementsOf(expected);
          fewer[0] += expected.size() < all.size() ? 1 : 0;
        });
    assertThat(fewer[0]).isPositive();
  }

  private static void replay(TestTrace trace, int[] location, EventSink sink) {
    for (int i = 1; i <= trace.size(); i++) {
      TraceEvent e = trace.event(i);
      sink.event(e.op(), e.thread(), e.operand(), location[i]);
    }
  }

  private record Group(TraceEvent event, int location) {}

  private record Groups(Group first, Group second) {}

  private static SortedSet<Pair> firstOfGroups(
      TestTrace trace, SortedSet<Pair> races, int[] location) {
    Set<Groups> seen = new HashSet<>();
    SortedSet<Pair> first = new TreeSet<>();
    races.stream()
        .sorted(
            (a, b) -> a.second() == b.second() ? a.first() - b.first() : a.second() - b.second())
        .filter(
            pair ->
                seen.add(
                    new Groups(
                        group(trace, pair.first(), location),
                        group(trace, pair.second(), location))))
        .forEach(first::add);
    return first;
  }

  private static Group group(TestTrace trace, int index, int[] location) {
    TraceEvent e = trace.event(index);
    return new Group(new TraceEvent(e.op(), e.thread(), e.operand(), 0), location[index]);
  }

  /** A reordering of a window, after all before it, is one of the trace. */
  @ParameterizedTest
  @ValueSource(ints = {2, 5, 12})
  @Tag("random")
  void syncpWindow_randomTraces_reportsRacesOfTheTrace(int window) {
    int[] found = new int[2];
    RUNS.checkSome(
        trace -> {
          SortedSet<Pair> races = new SyncPreservingRelation(trace).races();
          SortedSet<Pair> reported = EngineRun.of(s -> windows(s, window), trace).pairs();
          assertThat(races).containsAll(reported);
          found[0] += reported.size();
          found[1] += races.size() - reported.size();
        });
    assertThat(found[0]).isPositive();
    assertThat(found[1]).isPositive();
  }

  @Test
  @Tag("random")
  void syncpWindow_windowAsLongAsTheTrace_isSyncp() {
    RUNS.checkSome(
        trace ->
            assertThat(EngineRun.of(s -> windows(s, 1000), trace).reports())
                .isEqualTo(EngineRun.of(SyncPreservingEngines.SYNCP::create, trace).reports()));
  }

  /** The lock that a thread holds where the window begins must be released first. */
  @Test
  void syncpWindow_lockHeldWhereAWindowBegins_isReleasedBeforeItIsAcquired() {
    String[] trace = {
      "T1|acq(m)", "T1|r(z)", "T1|w(x)", "T1|rel(m)", "T2|acq(m)", "T2|rel(m)", "T2|w(x)", "T1|w(y)"
    };
    TestTrace parsed = TestTrace.parse(trace);
    assertThat(EngineRun.of(s -> windows(s, 2), parsed).pairs()).isEmpty();
    assertThat(EngineRun.of(s -> windows(s, 6), parsed).engine().limits())
        .extracting(ReachedLimit::limit)
        .containsExactly("WINDOW");
    assertThat(pairs(parsed)).isEqualTo(new SyncPreservingRelation(parsed).races());
  }

  private static SortedSet<Pair> pairs(TestTrace trace) {
    return EngineRun.of(SyncPreservingEngines.SYNCP::create, trace).pairs();
  }

  private static Engine windows(EngineSetup setup, int window) {
    return SyncPreservingEngines.SYNCP_WINDOW.create(
        new EngineSetup(
            setup.contexts(), setup.races(), setup.limits().withWindow(window), setup.edges()));
  }
}
