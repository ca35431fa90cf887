package io.racedet.runtime;

/**
 * Bounded waiting. Waits by yielding: to park would use up a permit that the test's own code waits
 * for, and to sleep would react to its interrupts.
 */
final class Patience {
  private static final int YIELDS_PER_SCAN = 8;
  private static final int SCANNED_AT_MOST = 64;

  private Patience() {}

  /** Lets time pass. */
  static void pause(Pace self, long nanos) {
    long until = System.nanoTime() + Math.min(nanos, self.allowance);
    self.allowance -= nanos;
    while (System.nanoTime() < until) {
      Thread.yield();
    }
  }

  /**
   * Waits while another thread could run that the condition names: in a hand-off any thread that
   * has not moved since, under priorities any of a higher priority.
   */
  static void await(ThreadBuffer self, ThreadTable threads, boolean byPriority, long atMost) {
    ThreadBuffer[] all = threads.all();
    int[] stepsBefore = steps(all);
    if (self.pace.allowance <= 0 || !isAwaited(self, all, stepsBefore, byPriority)) {
      return;
    }
    long start = System.nanoTime();
    long now = start;
    for (int yields = 1; now - start < atMost; yields++) {
      Thread.yield();
      if (!byPriority && hasMoved(self, all, stepsBefore)) {
        break;
      }
      if (yields % YIELDS_PER_SCAN == 0 && !isAwaited(self, all, stepsBefore, byPriority)) {
        break;
      }
      now = System.nanoTime();
    }
    self.pace.allowance -= now - start;
    if (now - start >= atMost) {
      disappointAll(self, all, stepsBefore);
    }
  }

  private static int[] steps(ThreadBuffer[] all) {
    int[] steps = new int[Math.min(all.length, SCANNED_AT_MOST)];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = all[i].pace.steps();
    }
    return steps;
  }

  private static boolean hasMoved(ThreadBuffer self, ThreadBuffer[] all, int[] stepsBefore) {
    for (int i = 0; i < stepsBefore.length; i++) {
      if (all[i] != self && all[i].pace.steps() != stepsBefore[i]) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAwaited(
      ThreadBuffer self, ThreadBuffer[] all, int[] stepsBefore, boolean byPriority) {
    int own = self.pace.priority;
    for (int i = 0; i < stepsBefore.length; i++) {
      ThreadBuffer other = all[i];
      if (other != self
          && !(byPriority && other.pace.priority <= own)
          && !other.pace.isUnresponsive()
          && other.thread.getState() == Thread.State.RUNNABLE) {
        return true;
      }
    }
    return false;
  }

  private static void disappointAll(ThreadBuffer self, ThreadBuffer[] all, int[] stepsBefore) {
    for (int i = 0; i < stepsBefore.length; i++) {
      if (all[i] != self && all[i].pace.steps() == stepsBefore[i]) {
        all[i].pace.disappoint(stepsBefore[i]);
      }
    }
  }
}
