package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.Pair;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import io.racedet.witness.Linearization.Conflict;
import io.racedet.witness.NaiveClosure.Held;
import io.racedet.witness.checker.WitnessChecker;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The run of the threads under the closure's order, compared with its definition. */
class LinearizationTest {
  private static final int TRACES = 300;
  private static final int RANDOM_EDGES = 3;
  private static final TraceRuns RUNS = ClosureTest.runs();

  @Test
  void run_randomTraces_takesTheFirstEventThatMayComeNext() {
    RUNS.some().limit(TRACES).forEach(LinearizationTest::compare);
  }

  /**
   * T1 waits for T3's last event in its first section, where T2 begins the section that T1 needs
   * next: then each waits for the other's end.
   */
  @ParameterizedTest
  @CsvSource({
    "acq, acq, acq, acq",
    "acqr, acq, acq, acq",
    "acq, acq, acq, acqr",
    "acq, acqr, acq, acq",
    "acq, acq, acqr, acq",
    "acqr, acqr, acq, acq",
    "acq, acq, acqr, acqr",
    "acqr, acq, acqr, acq",
    "acq, acqr, acq, acqr",
  })
  void run_sectionsInSections_reportsOneOfTheTwoOrders(
      String first, String second, String third, String fourth) {
    checkStuck(
        section("T1", first, "l", "T1|w(b)  " + section("T1", second, "k", ""))
            + section("T2", third, "k", section("T2", fourth, "l", ""))
            + "T3|w(e)  T1|w(x)  T2|w(x)",
        "w(e)",
        "w(b)");
  }

  /** T1 waits for T3's last event, then for T2's read of z, which waits for T1's read of y. */
  @Test
  void run_writesBetweenWritesAndReads_reportsOneOfTheTwoOrders() {
    checkStuck(
        "T1|w(y)  T1|w(b)  T1|w(z)  T1|r(y)  T2|w(z)  T2|w(y)  T2|r(z)  T3|w(e)  T1|w(x)  T2|w(x)",
        "w(e)",
        "w(b)");
  }

  /** T1's last section cannot end, so it waits for T2's. */
  @Test
  void run_sectionThatDoesNotEnd_reportsOneOfTheTwoOrders() {
    SmallTrace trace =
        SmallTrace.of(
            "T3|acq(l)  T3|w(y)  T3|rel(l)  T1|acq(k)  T1|r(z)  T1|rel(k)  T2|acq(l)  T2|w(z)"
                + "  T2|rel(l)  T0|r(z)  T0|acq(k)  T0|r(y)  T0|rel(k)  T0|w(z)");
    AccessPair target = trace.target(5, 14);
    Closure closure = trace.closure(target);
    closure.close();
    compare(trace, target, closure, "never ending");
    assertThat(new Linearization(trace.index, closure, SmallTrace.unlimited()).run()).isNull();
  }

  /** Z waits for T1, too, but no order of its section can help. */
  @Test
  void conflict_threadThatWaitsForACycle_isNotOfTheCycle() {
    String events =
        "Z|r(u)  T1|acq(j)  T1|acq(l)  T1|w(b)  T1|acq(k)  T1|rel(k)  T1|rel(l)  T1|rel(j)"
            + "  T2|acq(k)  T2|acq(l)  T2|rel(l)  T2|rel(k)  Z|acq(j)  Z|rel(j)  Z|w(q)"
            + "  T2|r(q)  T3|w(e)  T1|w(x)  T2|w(x)";
    Conflict conflict = checkStuck(events, "w(e)", "w(b)");
    List<String> list = List.of(events.split("  "));
    assertThat(list.get(conflict.keptLater())).isIn("T1|acq(k)", "T2|acq(l)");
    assertThat(list.get(conflict.doneLater())).isIn("T1|acq(l)", "T2|acq(k)");
  }

  /** T2 waits for T3's write of p, for which there is no other order. */
  @ParameterizedTest
  @ValueSource(strings = {"", "Z|r(u)  "})
  void conflict_threadOfTheCycleThatWaitsForANeed_isNotAsked(String idle) {
    checkStuck(
        idle
            + "T1|acq(l)  T1|w(b)  T1|acq(k)  T1|rel(k)  T1|rel(l)"
            + "  T2|acq(k)  T3|acq(l)  T3|rel(l)  T3|w(p)  T2|r(p)  T2|rel(k)"
            + "  T4|w(e)  T1|w(x)  T2|w(x)",
        "w(e)",
        "w(b)");
  }

  /** T1 holds the lock in shared mode already, as T2 may at the same time. */
  @ParameterizedTest
  @CsvSource({
    "'T1|acqr(l)  T1|acq(l)  T1|rel(l)  T1|relr(l)  T2|w(b)  T3|w(e)  T1|w(x)  T2|w(x)'",
    "'T1|acqr(l)  T2|acqr(l)  T2|w(b)  T2|relr(l)  T1|acq(l)  T1|rel(l)  T1|relr(l)  T3|w(e)"
        + "  T1|w(x)  T2|w(x)'",
  })
  void run_exclusiveSectionInASharedOne_waitsOnlyForOtherThreads(String events) {
    SmallTrace trace = SmallTrace.of(events);
    List<String> list = List.of(events.split("  "));
    AccessPair target = trace.target(list.size() - 1, list.size());
    int[] edge = {list.indexOf("T3|w(e)"), list.indexOf("T2|w(b)")};
    Closure closure = closed(trace, target, edge);
    compare(trace, target, closure, events);
    assertThat(new Linearization(trace.index, closure, SmallTrace.unlimited()).run()).isNotNull();
  }

  /** It looks once at the groups of the cell or lock, for the one event that depends on them. */
  @ParameterizedTest
  @CsvSource({"A|w(y), M|r(u), M|r(z), M|r(y)", "A|acq(l), M|acqr(u), M|acqr(z), M|acqr(l)"})
  void run_cellOrLockOfManyThreads_costsAStepForEachGroup(
      String needed, String others, String ofAnother, String ofTheSame) {
    long none = spent(needed, others);
    assertThat(spent(needed, ofAnother)).isEqualTo(none);
    assertThat(spent(needed, ofTheSame)).isEqualTo(none + ClosureCasesTest.MANY);
  }

  private static long spent(String needed, String others) {
    SmallTrace trace = ClosureCasesTest.amongMany(needed, others);
    Budget budget = SmallTrace.unlimited();
    Closure closure = closed(trace, ClosureCasesTest.target(trace, needed));
    assertThat(new Linearization(trace.index, closure, budget).run()).isNotNull();
    return budget.spent();
  }

  private static String section(String thread, String acquire, String lock, String events) {
    String release = acquire.replace("acq", "rel");
    return "%s|%s(%s)  %s%s|%s(%s)  "
        .formatted(thread, acquire, lock, events, thread, release, lock);
  }

  /** The accesses are the last two events. */
  private static Conflict checkStuck(String events, String earlier, String later) {
    SmallTrace trace = SmallTrace.of(events);
    List<String> list = List.of(events.split("  "));
    int from = indexOf(list, earlier);
    int to = indexOf(list, later);
    AccessPair target = trace.target(list.size() - 1, list.size());
    Closure closure = closed(trace, target, new int[] {from, to});
    compare(trace, target, closure, events);
    Linearization run = new Linearization(trace.index, closure, SmallTrace.unlimited());
    assertThat(run.run()).as(events).isNull();
    Conflict why = run.conflict();
    int[][] ways = {
      {why.doneEarlier(), why.doneLater()}, {why.keptEarlier(), why.keptLater()},
    };
    for (int[] way : ways) {
      Closure other = closed(trace, target, new int[] {from, to}, way);
      assertThat(other.contradiction()).as(events).isNull();
      assertThat(new Linearization(trace.index, other, SmallTrace.unlimited()).run())
          .as(events)
          .isNotNull();
    }
    return why;
  }

  private static Closure closed(SmallTrace trace, AccessPair target, int[]... edges) {
    Closure closure = trace.closure(target);
    for (int[] edge : edges) {
      closure.put(edge[0], edge[1]);
    }
    closure.close();
    assertThat(closure.contradiction()).isNull();
    return closure;
  }

  private static int indexOf(List<String> events, String event) {
    int at = 0;
    while (!events.get(at).endsWith(event)) {
      at++;
    }
    return at;
  }

  private static void compare(TestTrace recorded) {
    List<Pair> conflicting = Recording.conflicting(recorded);
    SmallTrace trace = conflicting.isEmpty() ? null : new SmallTrace(recorded);
    String text = recorded.toString();
    SplittableRandom random = new SplittableRandom(text.hashCode());
    for (Pair pair : conflicting) {
      AccessPair target = trace.target(pair);
      Closure closure = trace.closure(target);
      for (int i = random.nextInt(RANDOM_EDGES); i > 0; i--) {
        int[] edge = trace.unordered(target, random);
        if (edge != null) {
          closure.put(edge[0], edge[1]);
        }
      }
      closure.close();
      if (closure.contradiction() == null) {
        compare(trace, target, closure, pair + " of " + text);
      }
    }
  }

  private static void compare(SmallTrace trace, AccessPair target, Closure closure, String pair) {
    NaiveOrder order = trace.needs.copy();
    Edges edges = closure.edges();
    for (int edge = 0; edge < edges.size(); edge++) {
      order.add(edges.from(edge), edges.to(edge));
    }
    long set = Arrays.stream(closure.prefix().positions()).mapToLong(NaiveOrder::bit).sum();
    NaiveRun naive = new NaiveRun(order, set);
    Linearization run = new Linearization(trace.index, closure, SmallTrace.unlimited());
    int[] sequence = run.run();
    if (naive.sequence().size() < Long.bitCount(set)) {
      assertThat(sequence).as(pair).isNull();
      checkConflict(order, naive, run.conflict(), pair);
      return;
    }
    assertThat(sequence).as(pair).containsExactly(ClosureTest.ints(naive.sequence()));
    long[] indices = Arrays.stream(sequence).mapToLong(trace.history::index).toArray();
    assertThat(
            new WitnessChecker(trace.history)
                .accepts(
                    indices,
                    trace.history.index(target.first()),
                    trace.history.index(target.second())))
        .as(pair)
        .isTrue();
  }

  /**
   * Every reordering has one of the two orders; the run has neither finished what the one needs,
   * nor can it go on with the other.
   */
  private static void checkConflict(
      NaiveOrder order, NaiveRun naive, Conflict conflict, String pair) {
    assertThat(conflict).as(pair).isNotNull();
    boolean isAhead = naive.isIn(conflict.doneEarlier()); // else it waits for what comes later, too
    assertThat(!isAhead || naive.isDone(conflict.doneLater())).as(pair).isTrue();
    assertThat(naive.isDone(conflict.doneEarlier())).as(pair).isFalse();
    assertThat(naive.isDone(conflict.keptEarlier())).as(pair).isFalse();
    assertThat(naive.isDone(conflict.keptLater())).as(pair).isFalse();
    if (order.isWrite(conflict.doneEarlier())) {
      assertThat(conflict.keptLater()).as(pair).isEqualTo(conflict.doneEarlier());
      assertThat(order.seen(conflict.keptEarlier())).as(pair).isEqualTo(conflict.doneLater());
      assertThat(order.isSameCell(conflict.keptLater(), conflict.doneLater())).as(pair).isTrue();
    } else {
      Held waits = naive.section(conflict.keptLater());
      Held begun = naive.section(conflict.doneLater());
      assertThat(waits.excludes(begun)).as(pair).isTrue();
      assertThat(conflict.doneEarlier()).as(pair).isEqualTo(waits.release());
      assertThat(conflict.keptEarlier()).as(pair).isEqualTo(begun.release());
    }
  }
}
