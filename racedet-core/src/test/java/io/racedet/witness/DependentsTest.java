package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.Pair;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The events that need one of two accesses, compared with the order of all events. */
class DependentsTest {
  private static final int TRACES = 500;

  @Test
  void contains_randomTraces_isTheAccessesAndWhatNeedsThem() {
    TraceRuns.ofWitnesses().some().limit(TRACES).forEach(DependentsTest::compare);
  }

  private static void compare(TestTrace recorded) {
    List<Pair> conflicting = Recording.conflicting(recorded);
    SmallTrace trace = conflicting.isEmpty() ? null : new SmallTrace(recorded);
    SplittableRandom random = new SplittableRandom(recorded.toString().hashCode());
    for (Pair pair : conflicting) {
      AccessPair target = trace.target(pair);
      NaiveClosure naive = new NaiveClosure(trace.needs, target);
      Budget budget = SmallTrace.unlimited();
      Dependents dependents = new Dependents(trace.index, target, budget);
      int last = target.first() - 1;
      for (int i = 0; i < trace.history.size(); i++) {
        int p = random.nextInt(trace.history.size());
        last = Math.max(last, lastVisited(trace, target, naive, p));
        assertThat(dependents.contains(p))
            .as("event %d for %s of %s", trace.history.index(p), pair, recorded)
            .isEqualTo(naive.needsAccess(p));
        // Each event from the first access on is looked at once.
        assertThat(budget.spent()).isEqualTo(last + 1 - target.first());
      }
    }
  }

  /** The last event that is visited for one: itself, or the first of its thread that needs one. */
  private static int lastVisited(SmallTrace trace, AccessPair target, NaiveClosure naive, int p) {
    for (int access : new int[] {target.first(), target.second()}) {
      if (trace.index.thread(access) == trace.index.thread(p) && access <= p) {
        return target.first() - 1;
      }
    }
    int q = 0;
    while (q < p && !(trace.index.thread(q) == trace.index.thread(p) && naive.needsAccess(q))) {
      q++;
    }
    return q;
  }
}
