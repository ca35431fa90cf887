package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineFeed;
import io.racedet.engine.EngineRun;
import io.racedet.engine.EngineRun.Report;
import io.racedet.engine.RandomRuns;
import io.racedet.event.Op;
import io.racedet.oracle.HappensBefore;
import io.racedet.oracle.HybridRelation;
import io.racedet.oracle.LastWriteRelation;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.Pair;
import io.racedet.oracle.SdpRelation;
import io.racedet.oracle.Section;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.oracle.TraceRuns;
import io.racedet.oracle.WcpRelation;
import io.racedet.oracle.WdpRelation;
import io.racedet.race.RaceKind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The engines that report every racing access, compared with their relations. */
public class DjitTest {
  /** An engine with the pairs that it must report. */
  enum Subject {
    DJIT(OrderedAccessEngines.DJIT::create, trace -> new HappensBefore(trace).races()),
    SHB(OrderedAccessEngines.SHB::create, trace -> LastWriteRelation.schedulable(trace).races()),
    TSAN(OrderedAccessEngines.TSAN::create, trace -> new HybridRelation(trace).races()),
    TSAN_WRD(
        OrderedAccessEngines.TSAN_WRD::create, trace -> LastWriteRelation.hybrid(trace).races()),
    WDP(OrderedAccessEngines.WDP::create, trace -> new WdpRelation(trace).races()),
    WCP(OrderedAccessEngines.WCP::create, trace -> new WcpRelation(trace).races()),
    SDP(OrderedAccessEngines.SDP::create, trace -> new SdpRelation(trace).races());

    private final EngineFeed.Maker<Engine> maker;
    private final Function<TestTrace, SortedSet<Pair>> relation;

    Subject(EngineFeed.Maker<Engine> maker, Function<TestTrace, SortedSet<Pair>> relation) {
      this.maker = maker;
      this.relation = relation;
    }

    List<Report> run(TestTrace trace) {
      return EngineRun.of(maker, trace).reports();
    }

    /** The pairs that the engine must report: those with the last access by each thread. */
    SortedSet<Pair> expected(TestTrace trace) {
      return Pair.lastOfEachThread(relation.apply(trace), trace);
    }
  }

  static Stream<LitmusCase> litmus() {
    return Litmus.all();
  }

  static Stream<LitmusCase> withoutSync() {
    return Stream.concat(Litmus.handmade().stream(), Litmus.random().stream());
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void djit_litmus_equalsTable(LitmusCase litmus) {
    assertReports(Subject.DJIT, litmus.trace(), litmus.pairs("HB"));
  }

  @ParameterizedTest
  @MethodSource("withoutSync")
  void shb_litmus_equalsTable(LitmusCase litmus) {
    assertReports(Subject.SHB, litmus.trace(), litmus.pairs("SHBp"));
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void wcp_litmus_equalsTable(LitmusCase litmus) {
    assertReports(Subject.WCP, litmus.trace(), litmus.pairs("WCP"));
  }

  @ParameterizedTest
  @MethodSource("withoutSync")
  void sdp_litmus_equalsTable(LitmusCase litmus) {
    assertReports(Subject.SDP, litmus.trace(), litmus.pairs("SDP2"));
  }

  @ParameterizedTest
  @MethodSource("withoutSync")
  void wdp_litmus_equalsTable(LitmusCase litmus) {
    assertReports(Subject.WDP, litmus.trace(), litmus.pairs("WDP"));
  }

  private static void assertReports(Subject subject, TestTrace trace, SortedSet<Pair> pairs) {
    assertThat(subject.run(trace))
        .extracting(Report::pair)
        .containsExactlyInAnyOrderElementsOf(Pair.lastOfEachThread(pairs, trace));
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void engines_litmus_agreeWithTheDefinitions(LitmusCase litmus) {
    for (Subject subject : Subject.values()) {
      assertExact(subject, litmus.trace());
    }
  }

  /** The counts show that the traces cover the cases that the engines distinguish. */
  @Test
  void engines_randomTraces_agreeWithTheDefinitions() {
    Map<String, Integer> seen = new TreeMap<>();
    RandomRuns.checkSome(trace -> assertExact(trace, seen));
    for (Op op : Op.values()) {
      assertSeen(seen, op.name(), 50);
    }
    for (Subject subject : Subject.values()) {
      for (Op write : List.of(Op.WRITE, Op.ATOMIC_WRITE)) {
        assertSeen(seen, subject + " " + write + " READ", 50);
        assertSeen(seen, subject + " READ " + write, 50);
        assertSeen(seen, subject + " WRITE " + write, 50);
      }
      assertSeen(seen, subject + " WRITE ATOMIC_READ", 50);
      assertSeen(seen, subject + " ATOMIC_READ WRITE", 50);
      assertSeen(seen, subject + " ATOMIC_WRITE WRITE", 50);
      assertSeen(seen, subject + " first access not the last of all", 1000);
    }
    for (Subject subject : List.of(Subject.TSAN, Subject.TSAN_WRD)) {
      assertSeen(seen, subject + " only the first holds a lock", 1000);
      assertSeen(seen, subject + " only the second holds a lock", 1000);
      assertSeen(seen, subject + " both hold locks", 300);
      assertSeen(seen, subject + " a later access by the thread is protected", 10);
    }
    assertDisagreements(seen);
  }

  /**
   * Which relations order more than others; hard sync edges make the hybrids order more than HB.
   */
  private static void assertDisagreements(Map<String, Integer> seen) {
    assertSeen(seen, "DJIT reports an access that SHB does not", 100);
    assertSeen(seen, "TSAN reports an access that TSAN_WRD does not", 100);
    assertSeen(seen, "TSAN reports an access that DJIT does not", 50);
    assertSeen(seen, "TSAN_WRD reports an access that SHB does not", 50);
    assertSeen(seen, "SDP reports an access that WCP does not", 5);
    assertSeen(seen, "DJIT reports an access that TSAN does not", 5);
    assertSeen(seen, "SHB reports an access that TSAN_WRD does not", 5);
    assertThat(seen)
        .doesNotContainKeys(
            "SHB reports an access that DJIT does not",
            "WCP reports an access that SDP does not",
            "SDP reports an access that WDP does not",
            "WDP reports an access that TSAN does not",
            "TSAN_WRD reports an access that TSAN does not");
  }

  /** At least so often in 2,000 traces. */
  private static void assertSeen(Map<String, Integer> seen, String what, int least) {
    assertThat(seen.getOrDefault(what, 0))
        .as("%s in %s", what, seen)
        .isGreaterThanOrEqualTo(least * TraceRuns.SOME / 2_000)
        .isPositive();
  }

  @Test
  @Tag("soak")
  void engines_manyRandomTraces_agreeWithTheDefinitions(TestReporter reporter) {
    RandomRuns.checkMany(reporter, trace -> assertExact(trace, new HashMap<>()));
  }

  private static void assertExact(TestTrace trace, Map<String, Integer> seen) {
    Map<Subject, Set<Integer>> racy = new HashMap<>();
    for (Subject subject : Subject.values()) {
      SortedSet<Pair> pairs = assertExact(subject, trace);
      Set<Integer> accesses = new HashSet<>();
      pairs.forEach(pair -> accesses.add(pair.second()));
      racy.put(subject, accesses);
      pairs.forEach(pair -> count(seen, subject, trace, pair));
    }
    for (Subject a : Subject.values()) {
      for (Subject b : Subject.values()) {
        boolean more = !racy.get(b).containsAll(racy.get(a));
        count(seen, a + " reports an access that " + b + " does not", more);
      }
    }
    trace.events().forEach(e -> count(seen, e.op().name(), true));
  }

  /** Checks the reports of an engine, and returns their pairs. */
  private static SortedSet<Pair> assertExact(Subject subject, TestTrace trace) {
    HappensBefore order = new HappensBefore(trace);
    List<Report> reports = subject.run(trace);
    SortedSet<Pair> expected = subject.expected(trace);
    assertThat(reports).as(subject.name()).extracting(Report::pair).doesNotHaveDuplicates();
    assertThat(new TreeSet<>(reports.stream().map(Report::pair).toList()))
        .as(subject.name())
        .isEqualTo(expected);
    for (Report report : reports) {
      Pair pair = report.pair();
      TraceEvent first = trace.event(pair.first());
      TraceEvent second = trace.event(pair.second());
      assertThat(report.ordered()).isEqualTo(order.order().before(pair.first(), pair.second()));
      assertThat(report.kind())
          .isEqualTo(
              !first.isWrite()
                  ? RaceKind.READ_WRITE
                  : second.isWrite() ? RaceKind.WRITE_WRITE : RaceKind.WRITE_READ);
      assertThat(report.variable()).isEqualTo(second.operand());
      assertThat(report.isFirstAtomic()).isEqualTo(first.isAtomic());
    }
    return expected;
  }

  private static void count(
      Map<String, Integer> seen, Subject subject, TestTrace trace, Pair pair) {
    TraceEvent first = trace.event(pair.first());
    TraceEvent second = trace.event(pair.second());
    count(seen, subject + " " + first.op() + " " + second.op(), true);
    long between =
        IntStream.range(pair.first() + 1, pair.second())
            .mapToObj(trace::event)
            .filter(e -> e.isAccess() && e.operand() == second.operand())
            .map(TraceEvent::thread)
            .filter(thread -> thread != first.thread())
            .distinct()
            .count();
    count(seen, subject + " first access not the last of all", between > 0);
    if (subject == Subject.TSAN || subject == Subject.TSAN_WRD) {
      boolean firstHolds = holds(trace, pair.first());
      boolean secondHolds = holds(trace, pair.second());
      count(seen, subject + " only the first holds a lock", firstHolds && !secondHolds);
      count(seen, subject + " only the second holds a lock", !firstHolds && secondHolds);
      count(seen, subject + " both hold locks", firstHolds && secondHolds);
      boolean superseded =
          IntStream.range(pair.first() + 1, pair.second())
              .mapToObj(trace::event)
              .anyMatch(e -> e.thread() == first.thread() && e.conflictsWith(second));
      count(seen, subject + " a later access by the thread is protected", superseded);
    }
  }

  private static boolean holds(TestTrace trace, int event) {
    return Section.of(trace).stream()
        .anyMatch(s -> s.thread() == trace.event(event).thread() && s.contains(event));
  }

  private static void count(Map<String, Integer> seen, String what, boolean occurs) {
    if (occurs) {
      seen.merge(what, 1, Integer::sum);
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("random")
  void engines_renamedTrace_sameReportsInTheSameOrder(Subject subject) {
    SplittableRandom random = new SplittableRandom(2);
    RandomRuns.checkSome(
        trace ->
            assertThat(subject.run(trace.renamed(random)).stream().map(Report::pair))
                .containsExactlyElementsOf(subject.run(trace).stream().map(Report::pair).toList()));
  }

  @ParameterizedTest
  @EnumSource
  void forkBeforeWrite_childWrites_isReported(Subject subject) {
    assertThat(pairs(subject, "T1|fork(T2)", "T1|w(x)", "T2|w(x)")).containsExactly(new Pair(2, 3));
  }

  /** The last access by the thread is protected, the one before is not. */
  @Test
  void hybrids_laterAccessUnderTheLock_earlierIsReported() {
    String[] trace = {"T1|w(x)", "T1|acq(L)", "T1|w(x)", "T1|rel(L)", "T2|acq(L)", "T2|w(x)"};
    assertThat(pairs(Subject.DJIT, trace)).isEmpty();
    assertThat(pairs(Subject.TSAN, trace)).containsExactly(new Pair(1, 6));
    assertThat(pairs(Subject.TSAN_WRD, trace)).containsExactly(new Pair(1, 6));
  }

  /** All accesses since the last one by the parent hold the lock, then one by a child does not. */
  @Test
  void hybrids_initialisedWithoutLock_onlyTheUnlockedAccessIsReported() {
    String[] trace = {
      "T1|w(x)", "T1|fork(T2)", "T1|fork(T3)",
      "T2|acq(L)", "T2|w(x)", "T2|rel(L)",
      "T3|acq(L)", "T3|w(x)", "T3|rel(L)",
      "T2|acq(L)", "T2|r(x)", "T2|rel(L)",
      "T3|r(x)"
    };
    assertThat(pairs(Subject.TSAN, trace)).containsExactly(new Pair(5, 13));
    assertThat(pairs(Subject.TSAN_WRD, trace)).containsExactly(new Pair(5, 13));
  }

  /** The read races with its write; what comes after the read is ordered by it. */
  @Test
  void lastWriteToRead_ordersWhatFollowsButNotTheReadItself() {
    String[] trace = {"T1|w(y)", "T1|w(x)", "T2|r(x)", "T2|w(y)"};
    assertThat(pairs(Subject.DJIT, trace)).containsExactly(new Pair(2, 3), new Pair(1, 4));
    assertThat(pairs(Subject.SHB, trace)).containsExactly(new Pair(2, 3));
    assertThat(pairs(Subject.TSAN, trace)).containsExactly(new Pair(2, 3), new Pair(1, 4));
    assertThat(pairs(Subject.TSAN_WRD, trace)).containsExactly(new Pair(2, 3));
  }

  @Test
  void lastWriteToRead_ofAnAtomicWrite_orders() {
    String[] trace = {"T1|w(y)", "T1|w(x)", "T1|aw(x)", "T2|ar(x)", "T2|w(y)", "T3|r(x)"};
    assertThat(pairs(Subject.SHB, trace))
        .containsExactly(new Pair(2, 4), new Pair(3, 6))
        .containsExactlyElementsOf(Subject.SHB.expected(TestTrace.parse(trace)));
  }

  /** For an atomic access the last conflicting one may be older than an atomic one. */
  @Test
  void atomicAccess_lastPlainAccessOfTheThread_isNamed() {
    String[] trace = {"T1|w(x)", "T1|aw(x)", "T2|aw(x)", "T3|w(x)"};
    assertThat(pairs(Subject.DJIT, trace))
        .containsExactly(new Pair(1, 3), new Pair(2, 4), new Pair(3, 4));
  }

  /** A row that grows past every size keeps the last access by each thread. */
  @ParameterizedTest
  @EnumSource
  void manyThreads_lastReadAndWriteOfEach_areNamedInOrder(Subject subject) {
    int threads = 300;
    TestTrace.Builder trace = new TestTrace.Builder();
    for (int round = 0; round < 2; round++) {
      for (int t = 1; t <= threads; t++) {
        trace.add("T" + t, t % 3 == 0 ? Op.WRITE : Op.READ, "x");
      }
    }
    TestTrace whole = trace.add("T0", Op.WRITE, "x").build();
    List<Pair> last =
        subject.run(whole).stream()
            .map(Report::pair)
            .filter(pair -> pair.second() == whole.size())
            .toList();
    assertThat(last)
        .containsExactlyElementsOf(
            IntStream.rangeClosed(threads + 1, 2 * threads)
                .mapToObj(e -> new Pair(e, whole.size()))
                .toList());
  }

  private static List<Pair> pairs(Subject subject, String... trace) {
    return subject.run(TestTrace.parse(trace)).stream().map(Report::pair).toList();
  }
}
