package io.racedet.oracle;

/** Who holds a lock of a trace that is composed. */
final class ComposedLock {
  /** In place of a thread. */
  static final int NOBODY = -1;

  int owner = NOBODY;
  int depth;
  final int[] sharedDepth;

  ComposedLock(int threads) {
    sharedDepth = new int[threads];
  }

  boolean sharedByOther(int thread) {
    for (int t = 0; t < sharedDepth.length; t++) {
      if (t != thread && sharedDepth[t] > 0) {
        return true;
      }
    }
    return false;
  }

  boolean mayAcquire(int thread) {
    boolean upgrade = owner != thread && sharedDepth[thread] > 0;
    return (owner == NOBODY || owner == thread) && !upgrade && !sharedByOther(thread);
  }
}
