package io.racedet.oracle;

import java.util.List;

/** Whether a sequence of events is a correct reordering, by the steps of {@link Reorderings}. */
public final class ReorderingCheck {
  private ReorderingCheck() {}

  /** Whether it is one, and both accesses of a conflicting pair are next after it. */
  public static boolean isWitness(TestTrace trace, List<Long> sequence, Pair pair) {
    return isWitness(trace, Rules.ALL, sequence, pair);
  }

  /** The same with some rules only. */
  public static boolean isWitness(TestTrace trace, Rules rules, List<Long> sequence, Pair pair) {
    Progress progress = new Progress(trace, rules);
    char[] state = progress.start();
    for (long index : sequence) {
      int event = (int) index;
      boolean isAccess = event == pair.first() || event == pair.second();
      if (isAccess || !progress.next(state).contains(event)) {
        return false;
      }
      if (!progress.isPossible(state, event)) {
        return false;
      }
      state = progress.after(state, event);
    }
    return progress.next(state).containsAll(List.of(pair.first(), pair.second()));
  }
}
