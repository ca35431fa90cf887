package io.racedet.junit.threads;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** Tells what was thrown because a deadlock was broken from what else a test throws. */
public final class BrokenDeadlock {
  /* By its name: a class of the agent must not be loaded before the agent is installed. */
  private static final String ERROR = "io.racedet.runtime.locks.DeadlockBroken";

  private BrokenDeadlock() {}

  /**
   * Whether something was thrown because a deadlock was broken: the error that ends a request for a
   * lock is among its causes, or what these suppress. The causes may form a cycle.
   */
  public static boolean isCauseOf(Throwable thrown) {
    return has(ERROR, thrown);
  }

  static boolean has(String error, Throwable thrown) {
    return has(error, thrown, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private static boolean has(String error, Throwable thrown, Set<Throwable> seen) {
    for (Throwable at = thrown; at != null && seen.add(at); at = at.getCause()) {
      if (at.getClass().getName().equals(error)
          || Arrays.stream(at.getSuppressed()).anyMatch(other -> has(error, other, seen))) {
        return true;
      }
    }
    return false;
  }
}
