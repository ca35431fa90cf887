package io.racedet.oracle;

import java.util.List;

/** Whether a sequence of events is a correct reordering, by the steps of {@link Reorderings}. */
public final class ReorderingCheck {
  private ReorderingCheck() {}

  /** Whether it is one, and both accesses of a conflicting pair are next after it. */
  public static boolean isWitness(TestTrace trace, List<Long> sequence, Pair pair) {
    return isWitness(trace, Rules.ALL, sequence, pair);
  }

  /** Whether it is one, after which each request waits for the thread of the one before. */
  public static boolean isDeadlock(TestTrace trace, List<Long> sequence, List<Integer> requests) {
    Progress progress = new Progress(trace, Rules.ALL);
    char[] state = progress.start();
    for (long event : sequence) {
      if (!progress.next(state).contains((int) event) || !progress.isPossible(state, (int) event)) {
        return false;
      }
      state = progress.after(state, (int) event);
    }
    boolean isWaiting = progress.next(state).containsAll(requests);
    for (int i = 0; isWaiting && i < requests.size(); i++) {
      int before = requests.get((i + requests.size() - 1) % requests.size());
      isWaiting = progress.holders(state, requests.get(i)).contains(trace.event(before).thread());
    }
    return isWaiting;
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
