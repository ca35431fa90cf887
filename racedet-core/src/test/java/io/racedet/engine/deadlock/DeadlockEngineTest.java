package io.racedet.engine.deadlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EngineRun;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.LockCycles;
import io.racedet.oracle.Reorderings;
import io.racedet.oracle.Section;
import io.racedet.oracle.Shares;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.oracle.TraceRuns;
import io.racedet.race.ReachedLimit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The patterns and the sync-preserving deadlocks, compared with their definitions. */
class DeadlockEngineTest {
  private static final TraceRuns RUNS = TraceRuns.ofDeadlocks();
  private static final int MANY = 1_000;

  static Stream<LitmusCase> litmus() {
    return Litmus.all();
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void patterns_litmus_asDefined(LitmusCase litmus) {
    check(litmus.trace(), new Shares());
  }

  @Test
  void patterns_randomTraces_asDefined() {
    Shares shares = new Shares();
    RUNS.checkSome(trace -> check(trace, shares));
    shares.print();
    shares.assertAtLeast(10, "patterns");
    shares.assertAtLeast(8, "sync-preserving deadlocks");
    shares.assertAtLeast(0.5, "patterns without one");
  }

  @Test
  @Tag("soak")
  void patterns_100000RandomTraces_asDefined(TestReporter reporter) {
    RUNS.checkMany(reporter, trace -> check(trace, new Shares()));
  }

  /** Without locations a pattern has many cycles of requests. */
  @Test
  void requests_randomTracesWithoutLocations_thoseOfEachPattern() {
    Shares shares = new Shares();
    RUNS.checkSome(trace -> checkGroups(withoutLocations(trace), shares));
    shares.print();
    shares.assertAtLeast(1, "several cycles, the first not sync-preserving");
  }

  @Test
  @Tag("soak")
  void requests_100000RandomTracesWithoutLocations_thoseOfEachPattern(TestReporter reporter) {
    RUNS.checkMany(reporter, trace -> checkGroups(withoutLocations(trace), new Shares()));
  }

  @Test
  @Tag("random")
  void patterns_renamedTraces_theSame() {
    SplittableRandom random = new SplittableRandom(6);
    RUNS.checkSome(
        trace ->
            assertThat(cycles(requests(trace.renamed(random)), true))
                .isEqualTo(cycles(requests(trace), true)));
  }

  @ParameterizedTest
  @CsvSource({
    "'T1|acq(a)  T1|acq(b)  T1|rel(b)  T1|rel(a)  T2|acq(b)  T2|acq(a)', 1", // two locks
    "'T1|acq(a)  T1|acq(b)  T1|rel(b)  T1|rel(a)  T2|acq(a)  T2|acq(b)', 0", // the same order
    "'T1|acq(a)  T1|acq(b)  T1|rel(b)  T1|rel(a)  T2|acq(b)  T2|acq(c)  T2|rel(c)  T2|rel(b)"
        + "  T3|acq(c)  T3|acq(a)', 1", // three philosophers
    "'T1|acq(g)  T1|acq(a)  T1|acq(b)  T1|rel(b)  T1|rel(a)  T1|rel(g)  T2|acq(g)  T2|acq(b)"
        + "  T2|acq(a)', 0", // a gate
    "'T1|acqr(g)  T1|acq(a)  T1|acq(b)  T1|rel(b)  T1|rel(a)  T1|relr(g)  T2|acqr(g)  T2|acq(b)"
        + "  T2|acq(a)', 1", // a gate in read mode
    "'T1|acq(a)  T1|acq(b)  T1|rel(a)  T1|rel(b)  T2|acq(a)  T2|acq(b)', 0", // hand over hand
    "'T1|acqr(a)  T1|acqr(b)  T1|relr(b)  T1|relr(a)  T2|acqr(b)  T2|acqr(a)', 0", // all read
    "'T1|acqr(a)  T1|acq(b)  T1|rel(b)  T1|relr(a)  T2|acqr(b)  T2|acq(a)', 1",
    "'T1|acqr(a)  T1|acqr(b)  T1|relr(b)  T1|relr(a)  T2|acqr(b)  T2|acq(a)', 0",
    "'T1|acqr(a)  T1|acqr(b)  T1|relr(b)  T1|relr(a)  T2|acq(b)  T2|acq(a)', 1",
    "'T1|acq(a)  T1|acq(a)  T1|rel(a)  T1|rel(a)  T2|acq(a)', 0", // re-entrant
    "'T1|acq(a)  T1|acqr(a)  T1|rel(a)  T1|relr(a)  T2|acq(a)  T2|acqr(a)', 0", // downgrade
    "'T1|acq(a)  T1|acq(b)  T1|rel(b)  T1|rel(a)  T1|acq(b)  T1|acq(a)', 0", // one thread
    // a wait inside: the lock of the wait is acquired again while the other one is held
    "'T1|acq(a)  T1|acq(b)  T1|rel(b)  T2|acq(b)  T2|notify(b)  T2|rel(b)  T1|acq(b)  T1|wake(b)"
        + "  T1|rel(b)  T1|rel(a)  T2|acq(b)  T2|acq(a)', 2",
  })
  void patterns_classicCases_cyclesOfRequests(String events, int expected) {
    TestTrace trace = TestTrace.parse(located(events));
    assertThat(new LockCycles(trace).cycles()).hasSize(expected);
    assertThat(cycles(patterns(trace), false)).hasSize(expected);
    assertThat(cycles(requests(trace), false)).hasSize(expected);
  }

  /** Ordered by the start of a thread: a pattern, but no deadlock. */
  @Test
  void requests_orderedByStart_notSyncPreserving() {
    TestTrace trace =
        TestTrace.parse(
            located(
                "T1|acq(a)  T1|acq(b)  T1|rel(b)  T1|rel(a)  T1|fork(T2)  T2|acq(b)  T2|acq(a)"));
    assertThat(cycles(patterns(trace), false)).containsExactly(List.of(2L, 7L));
    assertThat(cycles(requests(trace), true)).isEmpty();
    assertThat(requests(trace)).hasSize(1).allMatch(DeadlockPattern::isComplete);
  }

  /** T2 joins T1, of which the last event is its request. */
  @Test
  void requests_lastEventOfAJoinedThread_notSyncPreserving() {
    TestTrace trace =
        TestTrace.parse(
            located(
                "T3|acq(d)  T3|acq(a)  T3|rel(a)  T3|rel(d)  T0|acq(b)  T0|acq(c)  T0|rel(c)"
                    + "  T0|rel(b)  T1|acq(a)  T1|acq(b)  T2|join(T1)  T2|acq(c)  T2|acq(d)"));
    assertThat(new Reorderings(trace).deadlocks()).isEmpty();
    assertThat(cycles(requests(trace), false)).containsExactly(List.of(2L, 13L, 6L, 10L));
    assertThat(cycles(requests(trace), true)).isEmpty();
  }

  /** The one that is known to be a deadlock comes first, but the others may be tried, too. */
  @Test
  void requests_severalOfASyncPreservingDeadlock_all() {
    String one = "T1|acq(a)||1  T1|acq(b)||2  T1|rel(b)||3  T1|rel(a)||4  ";
    String fork = "T1|fork(T2)||5  ";
    String other = "T2|acq(b)||6  T2|acq(a)||7  T2|rel(a)||8  T2|rel(b)||9  ";
    TestTrace trace = TestTrace.parse((one + fork + other + one).replace("||", "|").split("  "));
    List<DeadlockPattern> patterns = requests(trace);
    assertThat(patterns).hasSize(1);
    assertThat(patterns.get(0).isComplete()).isTrue();
    assertThat(cycles(patterns, false))
        .containsExactlyInAnyOrder(List.of(7L, 11L), List.of(2L, 7L));
    assertThat(cycles(patterns, true)).containsExactly(List.of(7L, 11L));
  }

  /** Only some of the patterns of one key are tried, but all are counted by the first one. */
  @Test
  void requests_manyPatternsOfOneKey_counted() {
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      events.append("A|acq(a)|1  A|acq(b)|2  A|rel(b)|3  A|rel(a)|4  ".replace("A", "A" + i));
    }
    events.append("B|acq(b)|5  B|acq(a)|6");
    List<DeadlockPattern> found = new ArrayList<>();
    EngineRun.of(
        setup -> DeadlockEngine.ofRequests(setup.contexts(), location -> false, 2, found::add),
        TestTrace.parse(events.toString().split("  ")));
    assertThat(found).extracting(DeadlockPattern::count).containsExactly(3L, 0L);
  }

  /** Of many requests some are chosen, and the result says that there are others. */
  @Test
  void requests_manyThatAreOrdered_some() {
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < MANY; i++) {
      events.append("T1|acq(a)  T1|acq(b)  T1|rel(b)  T1|rel(a)  ");
    }
    events.append("T1|fork(T2)");
    for (int i = 0; i < MANY; i++) {
      events.append("  T2|acq(b)  T2|acq(a)  T2|rel(a)  T2|rel(b)");
    }
    List<DeadlockPattern> patterns = requests(TestTrace.parse(events.toString().split("  ")));
    assertThat(patterns).hasSize(1);
    assertThat(patterns.get(0).isComplete()).isFalse();
    assertThat(patterns.get(0).requests()).hasSize(32);
    assertThat(patterns(TestTrace.parse(events.toString().split("  ")))).hasSize(1);
  }

  /** The first key takes more steps than its share, which leaves the second one its own. */
  @Test
  void requests_fewSteps_limitSaidAndOtherKeysSearched() {
    StringBuilder events = new StringBuilder();
    for (int i = 0; i < MANY; i++) {
      events.append("T1|acq(a)|1  T1|acq(b)|2  T1|rel(b)|3  T1|rel(a)|4  T1|sw(x)|5  ");
      events.append("T2|sr(x)|6  T2|acq(b)|7  T2|acq(a)|8  T2|rel(a)|9  T2|rel(b)|10  ");
      events.append("T2|sw(x)|11  T1|sr(x)|12  ");
    }
    events.append("T3|acq(c)|13  T3|acq(d)|14  T3|rel(d)|15  T3|rel(c)|16  ");
    events.append("T4|acq(d)|17  T4|acq(c)|18");
    TestTrace trace = TestTrace.parse(events.toString().split("  "));
    List<DeadlockPattern> found = new ArrayList<>();
    assertThat(limited(trace, 1_000, found)).hasSize(1);
    assertThat(found).hasSize(2);
    assertThat(cycles(found, true)).hasSize(1);
    found.clear();
    assertThat(limited(trace, Long.MAX_VALUE, found)).isEmpty();
  }

  private static List<ReachedLimit> limited(
      TestTrace trace, long steps, List<DeadlockPattern> found) {
    List<DeadlockEngine> engines = new ArrayList<>();
    EngineRun.of(
        setup -> {
          engines.add(
              DeadlockEngine.ofRequests(
                  setup.contexts(), location -> false, 32, steps, found::add));
          return engines.get(0);
        },
        trace);
    return engines.get(0).limits();
  }

  private static String[] located(String events) {
    String[] lines = events.split("  ");
    for (int i = 0; i < lines.length; i++) {
      lines[i] += "|" + (i + 1);
    }
    return lines;
  }

  private static void check(TestTrace trace, Shares shares) {
    Set<List<Long>> defined = new HashSet<>();
    new LockCycles(trace).cycles().forEach(cycle -> defined.add(longs(cycle)));
    Set<List<Long>> kept = new HashSet<>();
    Reorderings.keepingLockOrder(trace).deadlocks().forEach(cycle -> kept.add(longs(cycle)));
    List<DeadlockPattern> reported = requests(trace);
    assertThat(cycles(patterns(trace), false)).isEqualTo(defined);
    assertThat(cycles(reported, false)).isEqualTo(defined);
    assertThat(cycles(reported, true)).isEqualTo(kept);
    assertThat(reported).hasSameSizeAs(defined).allMatch(DeadlockPattern::isComplete);
    shares.count("patterns", !defined.isEmpty());
    shares.count("sync-preserving deadlocks", !kept.isEmpty());
    shares.count("patterns without one", kept.size() < defined.size());
  }

  private static void checkGroups(TestTrace trace, Shares shares) {
    Set<List<Integer>> kept = Reorderings.keepingLockOrder(trace).deadlocks();
    Map<List<String>, Set<List<Long>>> groups = new HashMap<>();
    Set<List<String>> keptGroups = new HashSet<>();
    for (List<Integer> cycle : new LockCycles(trace).cycles()) {
      List<String> key = key(trace, longs(cycle));
      groups.computeIfAbsent(key, unseen -> new HashSet<>()).add(longs(cycle));
      if (kept.contains(cycle)) {
        keptGroups.add(key);
      }
    }
    List<DeadlockPattern> reported = requests(trace);
    assertThat(reported).hasSameSizeAs(groups.keySet());
    for (DeadlockPattern pattern : reported) {
      Set<List<Long>> found = cycles(List.of(pattern), false);
      Set<List<Long>> first = cycles(List.of(pattern), true);
      Set<List<Long>> all = groups.get(key(trace, found.iterator().next()));
      boolean isKept = keptGroups.contains(key(trace, found.iterator().next()));
      assertThat(pattern.isSyncPreserving()).isEqualTo(isKept);
      assertThat(first).hasSize(isKept ? 1 : 0);
      assertThat(kept.stream().map(DeadlockEngineTest::longs)).containsAll(first);
      assertThat(pattern.isComplete()).isEqualTo(all.size() <= 32);
      if (pattern.isComplete()) {
        assertThat(found).isEqualTo(all);
        assertThat(pattern.requests()).hasSameSizeAs(all);
      }
      List<Long> earliest = all.stream().min(DeadlockEngineTest::compare).orElseThrow();
      shares.count(
          "several cycles, the first not sync-preserving", isKept && !first.contains(earliest));
    }
  }

  private static int compare(List<Long> one, List<Long> other) {
    return Long.compare(Collections.max(one), Collections.max(other));
  }

  /**
   * What is common to the cycles of a pattern: each request with the locks held, from the least.
   */
  private static List<String> key(TestTrace trace, List<Long> cycle) {
    List<String> key = new ArrayList<>();
    for (long index : cycle) {
      TraceEvent e = trace.event((int) index);
      key.add(e.thread() + " " + e.op() + " " + e.operand() + " " + held(trace, (int) index));
    }
    int least = key.indexOf(Collections.min(key));
    Collections.rotate(key, -least);
    return key;
  }

  /** The outermost acquires around an event by its thread, in their order. */
  private static List<String> held(TestTrace trace, int index) {
    return Section.of(trace).stream()
        .filter(s -> s.thread() == trace.event(index).thread())
        .filter(s -> s.acquire() < index && index < s.release())
        .map(s -> s.lock() + (s.shared() ? "r" : ""))
        .toList();
  }

  private static List<Long> longs(List<Integer> cycle) {
    return cycle.stream().map(Integer::longValue).toList();
  }

  private static TestTrace withoutLocations(TestTrace trace) {
    return TestTrace.parse(trace.toString().replaceAll("\\|[^|\\n]*\\n", "|\n"));
  }

  private static List<DeadlockPattern> patterns(TestTrace trace) {
    List<DeadlockPattern> found = new ArrayList<>();
    EngineRun.of(
        setup -> DeadlockEngine.ofPatterns(setup.contexts(), location -> false, found::add), trace);
    return found;
  }

  private static List<DeadlockPattern> requests(TestTrace trace) {
    List<DeadlockPattern> found = new ArrayList<>();
    EngineRun.of(
        setup -> DeadlockEngine.ofRequests(setup.contexts(), location -> false, 32, found::add),
        trace);
    return found;
  }

  /** The cycles of requests, or the sync-preserving ones, each from its earliest event on. */
  private static Set<List<Long>> cycles(List<DeadlockPattern> patterns, boolean onlyKept) {
    Set<List<Long>> cycles = new HashSet<>();
    for (DeadlockPattern pattern : patterns) {
      for (long[] requests : onlyKept ? pattern.requests().subList(0, 1) : pattern.requests()) {
        List<Long> cycle = new ArrayList<>(LongStream.of(requests).boxed().toList());
        Collections.rotate(cycle, -cycle.indexOf(Collections.min(cycle)));
        if (pattern.isSyncPreserving() || !onlyKept) {
          cycles.add(cycle);
        }
      }
    }
    return cycles;
  }
}
