package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.Pair;
import io.racedet.oracle.Shape;
import io.racedet.oracle.Shape.Step;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The closure, compared with the rules as they are defined. */
class ClosureTest {
  private static final int TRACES = 400;
  private static final TraceRuns RUNS = runs();

  /** Traces with many rules of sections and reads. */
  static TraceRuns runs() {
    Shape sections =
        Shape.guarded().with(Step.ACQUIRE_SHARED, 2).with(Step.RELEASE_SHARED, 2).withThreads(4);
    return new TraceRuns(
        List.of(
            Shape.everything().withMaxEvents(30),
            Shape.everything().withVariables(2).withLocks(1).withMaxEvents(30),
            Shape.plain().withLocks(1).withMaxEvents(30),
            Shape.lockHeavy().withThreads(4).withVariables(3).withMaxEvents(40),
            sections.withVariables(2).withLocks(2).withMaxEvents(30),
            sections.withVariables(5).withLocks(1).withMaxEvents(40),
            Shape.handOffs().withVariables(3),
            Shape.sharedSections(),
            Shape.orderedSections().withMaxEvents(30),
            Shape.waits()));
  }

  @Test
  void close_randomTraces_addsAndOrdersWhatTheRulesSay() {
    RUNS.some().limit(TRACES).forEach(trace -> compare(trace, false));
  }

  /** As the search does where it tries an order that is not forced. */
  @Test
  void close_randomTracesWithAnEdgeMore_addsAndOrdersWhatTheRulesSay() {
    RUNS.some().limit(TRACES).forEach(trace -> compare(trace, true));
  }

  private static void compare(TestTrace recorded, boolean withEdge) {
    List<Pair> conflicting = Recording.conflicting(recorded);
    SmallTrace trace = conflicting.isEmpty() ? null : new SmallTrace(recorded);
    String text = recorded.toString();
    SplittableRandom random = new SplittableRandom(text.hashCode());
    for (Pair pair : conflicting) {
      AccessPair target = trace.target(pair);
      Closure closure = trace.closure(target);
      NaiveClosure naive = new NaiveClosure(trace.needs, target);
      int[] edge = withEdge ? trace.unordered(target, random) : null;
      if (edge != null) {
        closure.put(edge[0], edge[1]);
        naive.put(edge[0], edge[1]);
      }
      closure.close();
      naive.close();
      compare(trace, closure, naive, pair + " of " + text);
    }
  }

  private static void compare(SmallTrace trace, Closure closure, NaiveClosure naive, String pair) {
    Closure.Contradiction found = closure.contradiction();
    assertThat(found != null).as("%s contradictory", pair).isEqualTo(naive.isContradictory());
    Edges edges = closure.edges();
    NaiveOrder order = trace.needs.copy();
    for (int edge = 0; edge < edges.size(); edge++) {
      assertThat(naive.order().isBefore(edges.from(edge), edges.to(edge)))
          .as("%s edge %d", pair, edge)
          .isTrue();
      order.add(edges.from(edge), edges.to(edge));
    }
    if (found != null) {
      checkReason(trace, found, naive, order, pair);
      return;
    }
    List<Integer> set = NaiveOrder.positions(naive.set());
    assertThat(closure.prefix().positions()).as("%s set", pair).containsExactly(ints(set));
    for (int p : set) {
      assertThat(order.before(p))
          .as("%s before %d", pair, trace.history.index(p))
          .isEqualTo(naive.order().before(p));
    }
  }

  private static void checkReason(
      SmallTrace trace,
      Closure.Contradiction found,
      NaiveClosure naive,
      NaiveOrder order,
      String pair) {
    if (found.unreleased() != TraceIndex.NONE) {
      assertThat(naive.isNeverReleased()).as("%s never released", pair).isTrue();
      assertThat(trace.index.release.getInt(found.unreleased())).isEqualTo(TraceIndex.NEVER);
    } else if (found.event() != TraceIndex.NONE) {
      assertThat(order.isBefore(found.event(), found.event())).as("%s cycle", pair).isTrue();
    } else {
      assertThat(naive.needsTarget()).as("%s needs an access", pair).isTrue();
    }
  }

  static int[] ints(List<Integer> list) {
    return list.stream().mapToInt(Integer::intValue).toArray();
  }
}
