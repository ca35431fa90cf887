package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.Pair;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceRuns;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** T3's reads between what the first thread and the second one do. */
  private static String apart(String first, int events, String second) {
    return first + "  " + "T3|r(k)  ".repeat(events) + second;
  }

  private static List<Refutation.Step> steps(SmallTrace trace, int first, Budget budget) {
    AccessPair target = trace.target(first, trace.history.size());
    return new Dependents(trace.index, target, budget).stepsWithin(target);
  }

  /** The accesses are 4,096 events apart: all of these are visited. */
  @Test
  void stepsWithin_nearAccesses_visitsTheEventsBetweenThem() {
    SmallTrace trace = SmallTrace.of(apart("T1|w(x)  T1|w(y)", 4093, "T2|r(y)  T2|w(x)"));
    Budget budget = SmallTrace.unlimited();
    assertThat(steps(trace, 1, budget)).containsExactly(new Refutation.Step(2, 4096));
    assertThat(budget.spent()).isGreaterThanOrEqualTo(4096);
  }

  /** One event more: each thread is a step, unless nothing comes before the second access. */
  @ParameterizedTest
  @CsvSource({
    "'T1|w(x)  T1|w(y)', 'T2|r(y)  T2|w(x)', '2-4097', 3",
    "'T1|w(x)  T1|fork(T2)', 'T3|r(k)  T2|w(x)', '2-4098', 3",
    "'T1|w(x)  T1|fork(T4)  T4|fork(T2)', 'T2|w(x)', '2-3 3-4098', 4",
    "'T1|w(x)  T1|w(y)', 'T2|r(z)  T2|w(x)', '', 3",
    "'T1|w(x)  T1|w(y)', 'T3|r(k)  T2|w(x)', '', 0",
  })
  void stepsWithin_farAccesses_visitsNone(String first, String second, String expected, int spent) {
    SmallTrace trace = SmallTrace.of(apart(first, 4094, second));
    Budget budget = SmallTrace.unlimited();
    assertThat(steps(trace, 1, budget).stream().map(s -> s.from() + "-" + s.to()))
        .containsExactly(expected.isEmpty() ? new String[0] : expected.split(" "));
    assertThat(budget.spent()).isEqualTo(spent);
  }

  /** They are far from the beginning, but near each other. */
  @Test
  void stepsWithin_nearAccessesOfALongTrace_visitsNoThreads() {
    String others =
        IntStream.range(0, 99).mapToObj(i -> "  C" + i + "|r(k)").collect(Collectors.joining());
    SmallTrace trace =
        SmallTrace.of(apart("T3|r(k)" + others, 3000, "T1|w(x)  T1|w(y)  T2|r(y)  T2|w(x)"));
    Budget budget = SmallTrace.unlimited();
    assertThat(steps(trace, 3101, budget)).containsExactly(new Refutation.Step(3102, 3103));
    assertThat(budget.spent()).isLessThan(99);
  }
}
