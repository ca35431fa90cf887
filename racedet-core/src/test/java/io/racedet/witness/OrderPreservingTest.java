package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.Pair;
import io.racedet.oracle.TestTrace;
import io.racedet.witness.NaiveClosure.Held;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Prefixes in which all sections but the last are complete, compared with their definition. */
class OrderPreservingTest {
  private static final int TRACES = 300;
  private static final int NONE = TraceIndex.NONE;

  @Test
  void close_randomTraces_addsTheReleasesOfAllSectionsButTheLast() {
    ClosureTest.runs().some().limit(TRACES).forEach(OrderPreservingTest::compare);
  }

  private static void compare(TestTrace recorded) {
    List<Pair> conflicting = Recording.conflicting(recorded);
    SmallTrace trace = conflicting.isEmpty() ? null : new SmallTrace(recorded);
    String text = recorded.toString();
    for (Pair pair : conflicting) {
      AccessPair target = trace.target(pair);
      long needed = trace.needs.beforeAccess(target.second());
      Budget budget = SmallTrace.unlimited();
      compare(
          trace,
          target,
          Prefix.smallest(trace.index, target, budget),
          needed | trace.needs.beforeAccess(target.first()),
          pair + " smallest of " + text);
      compare(
          trace,
          target,
          Prefix.nearRecorded(trace.index, target, budget),
          needed | NaiveOrder.bit(target.first()) - 1,
          pair + " near recorded of " + text);
    }
  }

  private static void compare(
      SmallTrace trace, AccessPair target, Prefix prefix, long start, String pair) {
    long set = closed(trace.needs, start);
    long accesses = NaiveOrder.bit(target.first()) | NaiveOrder.bit(target.second());
    boolean possible = (set & accesses) == 0 && !isNeverReleased(trace.needs, set);
    assertThat(new OrderPreserving(trace.index, prefix).close()).as(pair).isEqualTo(possible);
    if (possible) {
      int[] positions = PrefixTest.all(prefix);
      assertThat(positions).as(pair).containsExactly(ClosureTest.ints(NaiveOrder.positions(set)));
    }
  }

  /** With the release of every section of the set before another one that it excludes. */
  private static long closed(NaiveOrder needs, long start) {
    long set = start;
    long before;
    do {
      before = set;
      for (Held c : NaiveClosure.sections(needs)) {
        if (c.release() != NONE && mustEnd(needs, c, set)) {
          set |= needs.upTo(c.release());
        }
      }
    } while (set != before);
    return set;
  }

  private static boolean mustEnd(NaiveOrder needs, Held c, long set) {
    return NaiveClosure.sections(needs).stream()
        .anyMatch(
            d ->
                c.excludes(d)
                    && c.acquire() < d.acquire()
                    && (set & NaiveOrder.bit(c.acquire())) != 0
                    && (set & NaiveOrder.bit(d.acquire())) != 0);
  }

  private static boolean isNeverReleased(NaiveOrder needs, long set) {
    return NaiveClosure.sections(needs).stream()
        .anyMatch(c -> c.release() == NONE && mustEnd(needs, c, set));
  }
}
