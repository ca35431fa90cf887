package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.witness.checker.WitnessChecker;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches that have to try orders which nothing forces. */
class SearchChoicesTest {
  private static final long ENOUGH = 1_000_000;

  /** P's open section of m comes after R's, so that P waits inside of its section of k. */
  private static final String R = "R|acq(m)  R|rel(m)  ";

  /**
   * P waits for R inside of its section of k, and Q begins its section of l. Both orders of these
   * sections are possible.
   */
  private static final String EITHER =
      "P|acq(k)  P|acq(m)  P|acq(l)  P|rel(l)  P|rel(k)  P|w(x)  P|rel(m)  "
          + "Q|acq(l)  Q|acq(k)  Q|rel(k)  Q|rel(l)  Q|w(q)  "
          + R
          + "R|r(q)  R|w(x)";

  /**
   * The same, but Q's sections cannot come first. Then U's write of v would come after Q's, so also
   * after A's read of v, and V's write of u after B's read of u; but A's read comes after V's write
   * and B's read after U's.
   */
  private static final String P_FIRST =
      "P|acq(k)  P|acq(m)  P|acq(l)  P|w(g)  P|rel(l)  P|rel(k)  P|w(x)  P|rel(m)  "
          + "U|r(g)  U|w(v)  U|w(s)  V|r(g)  V|w(u)  V|w(t)  "
          + "Q|w(v)  Q|w(u)  Q|acq(l)  Q|acq(k)  Q|rel(k)  Q|rel(l)  Q|w(q)  "
          + "A|r(t)  A|r(v)  A|w(a)  B|r(s)  B|r(u)  B|w(b)  "
          + R
          + "R|r(q)  R|r(a)  R|r(b)  R|w(x)";

  /**
   * Sections of k by P and Q of which neither can come first. P's cannot as in the trace above. If
   * Q's came first, C's write of p would come after Q's, so also after E's read of p, and D's write
   * of o after F's read of o. But E's read comes after D's write, and F's after C's: by way of R,
   * whose section of m comes before P's.
   */
  private static final String NEITHER =
      "Q|w(p)  Q|w(o)  Q|acq(k)  Q|w(g)  Q|rel(k)  "
          + "U|r(g)  U|w(v)  U|w(s)  V|r(g)  V|w(u)  V|w(t)  "
          + "P|w(v)  P|w(u)  P|acq(k)  P|w(i)  P|acq(m)  P|w(h)  "
          + "A|r(t)  A|r(v)  A|w(a)  B|r(s)  B|r(u)  B|w(b)  "
          + "F|r(h)  F|r(o)  F|w(f)  D|r(i)  D|w(o)  D|w(d)  "
          + "E|r(d)  E|r(p)  E|w(e)  C|r(i)  C|w(p)  C|w(c)  "
          + "P|rel(k)  P|w(x)  P|rel(m)  "
          + "R|r(c)  "
          + R
          + "R|r(a)  R|r(b)  R|r(e)  R|r(f)  ";

  @ParameterizedTest
  @ValueSource(
      strings = {
        EITHER,
        P_FIRST,
        EITHER + "  Z|r(z)",
        P_FIRST + "  Z|r(z)",
      })
  void search_someOrderIsPossible_witnessed(String events) {
    SmallTrace trace = SmallTrace.of(events);
    AccessPair target = target(trace, events);
    Closure closure = trace.closure(target);
    closure.close();
    assertThat(closure.contradiction()).isNull();
    assertThat(new Linearization(trace.index, closure, SmallTrace.unlimited()).run()).isNull();
    assertWitnessed(trace, target, search(trace, target));
  }

  /**
   * The same, but the writes of o in the sections of m have to change their order, so that nothing
   * but trying decides; the number of threads decides which order is tried first.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        EITHER,
        P_FIRST,
        EITHER + "  Z|r(z)",
        P_FIRST + "  Z|r(z)",
      })
  void search_orderOfTheTraceIsNotPossible_witnessedByTrying(String events) {
    String reversed =
        events.replace("P|acq(m)", "P|acq(m)  P|w(o)").replace("R|acq(m)", "R|acq(m)  R|w(o)");
    SmallTrace trace = SmallTrace.of(reversed);
    AccessPair target = target(trace, reversed);
    SearchResult result = search(trace, target);
    assertWitnessed(trace, target, result);
    assertThat(((SearchResult.Witnessed) result).step()).isEqualTo(SearchStep.BACKTRACKING);
  }

  private static void assertWitnessed(SmallTrace trace, AccessPair target, SearchResult result) {
    assertThat(result).isInstanceOf(SearchResult.Witnessed.class);
    assertThat(
            new WitnessChecker(trace.history)
                .accepts(
                    ((SearchResult.Witnessed) result).sequence(),
                    trace.history.index(target.first()),
                    trace.history.index(target.second())))
        .isTrue();
  }

  /** Q's sections first are contradictory, which no rule says before it is tried. */
  @Test
  void close_orderThatIsNotForced_contradictoryOnlyIfItIsTried() {
    SmallTrace trace = SmallTrace.of(P_FIRST);
    AccessPair target = target(trace, P_FIRST);
    assertThat(isContradictory(trace, target, List.of())).isFalse();
    assertThat(isContradictory(trace, target, List.of(order(P_FIRST, "Q", "P", "k")))).isTrue();
    assertThat(isContradictory(trace, target, List.of(order(P_FIRST, "P", "Q", "k")))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  Z|r(z)"})
  void search_noOrderIsPossible_refutedByBoth(String idle) {
    String events = NEITHER + "R|w(x)" + idle;
    SmallTrace trace = SmallTrace.of(events);
    AccessPair target = target(trace, events);
    assertThat(isContradictory(trace, target, List.of())).isFalse();
    assertThat(isContradictory(trace, target, List.of(order(events, "P", "Q", "k")))).isTrue();
    assertThat(isContradictory(trace, target, List.of(order(events, "Q", "P", "k")))).isTrue();
    for (int[] way : ways(trace, target)) {
      assertThat(isContradictory(trace, target, List.of(way))).isTrue();
    }
  }

  /** Each of the two orders of S's and T's sections is possible, but not with one of the others. */
  @Test
  void search_noOrderIsPossibleWithAnyOther_refutedByBothOfTheFirst() {
    String events =
        "S|acq(l)  P|acq(n)  P|w(j)  S|r(j)  S|acq(y)  S|rel(y)  S|rel(l)  S|w(1)  "
            + "T|acq(y)  T|acq(l)  T|rel(l)  T|rel(y)  T|w(2)  "
            + NEITHER.replace("P|rel(m)", "P|rel(m)  P|rel(n)  R|acq(n)  R|rel(n)")
            + "R|r(1)  R|r(2)  R|w(x)";
    SmallTrace trace = SmallTrace.of(events);
    AccessPair target = target(trace, events);
    for (int[] way : ways(trace, target)) {
      assertThat(isContradictory(trace, target, List.of(way))).isFalse();
      assertThat(trace.needs.thread(way[0])).as("S or T").isIn(0, 2);
      assertThat(isContradictory(trace, target, List.of(way, order(events, "P", "Q", "k"))))
          .isTrue();
      assertThat(isContradictory(trace, target, List.of(way, order(events, "Q", "P", "k"))))
          .isTrue();
    }
  }

  /** The two orders that refute a pair, each as an edge, of which one or the other must hold. */
  private static List<int[]> ways(SmallTrace trace, AccessPair target) {
    SearchResult result = search(trace, target);
    assertThat(result).isInstanceOf(SearchResult.Refuted.class);
    Refutation refutation = ((SearchResult.Refuted) result).refutation();
    assertThat(refutation.kind()).isEqualTo(Refutation.Kind.EVERY_ORDER);
    List<int[]> ways = new ArrayList<>();
    for (Refutation.Step step : refutation.steps()) {
      ways.add(new int[] {trace.at(step.from()), trace.at(step.to())});
    }
    assertThat(ways).hasSize(2);
    assertThat(trace.needs.operand(ways.get(0)[0])).isEqualTo(trace.needs.operand(ways.get(1)[1]));
    assertThat(trace.needs.thread(ways.get(0)[0])).isEqualTo(trace.needs.thread(ways.get(1)[1]));
    return ways;
  }

  private static SearchResult search(SmallTrace trace, AccessPair target) {
    return new WitnessSearch(trace.history, ENOUGH, Long.MAX_VALUE)
        .search(trace.history.index(target.first()), trace.history.index(target.second()));
  }

  private static AccessPair target(SmallTrace trace, String events) {
    return trace.target(at(events, "P|w(x)") + 1, at(events, "R|w(x)") + 1);
  }

  private static int at(String events, String event) {
    int at = List.of(events.split("  ")).indexOf(event);
    assertThat(at).as(event).isNotNegative();
    return at;
  }

  /** A section of one thread before that of another one. */
  private static int[] order(String events, String first, String second, String lock) {
    return new int[] {
      at(events, first + "|rel(" + lock + ")"), at(events, second + "|acq(" + lock + ")")
    };
  }

  private static boolean isContradictory(SmallTrace trace, AccessPair target, List<int[]> edges) {
    NaiveClosure naive = new NaiveClosure(trace.needs, target);
    edges.forEach(edge -> naive.put(edge[0], edge[1]));
    naive.close();
    return naive.isContradictory();
  }
}
