package io.racedet.junit.jdk;

/** Programs in which state that only the JDK keeps, under a lock, decides whether data is used. */
abstract class GuardedPrograms extends JdkPrograms {
  private static final int MAX_LOOKS = 2000;

  /** What a thread finds out. */
  interface Question {
    boolean ask() throws Exception;
  }

  /**
   * One thread uses data, then leaves a note under the lock. The other one looks for the note under
   * the lock, and uses the data only if it finds it: the sections cannot be exchanged.
   */
  static void guarded(Step note, Question isThere) throws Exception {
    Object lock = new Object();
    Cell cell = new Cell();
    Thread writer =
        start(
            () -> {
              cell.add();
              synchronized (lock) {
                note.run();
              }
            });
    boolean found = false;
    for (int looks = 0; looks < MAX_LOOKS && !found; looks++) {
      synchronized (lock) {
        found = isThere.ask();
      }
      Thread.onSpinWait();
    }
    if (found) {
      cell.add();
    }
    writer.join();
  }

  /** As {@link #guarded}, where the question changes what it asks about: it is asked once. */
  static void guardedOnce(Step note, Question isThere) throws Exception {
    boolean[] asked = new boolean[1];
    guarded(
        note,
        () -> {
          boolean first = !asked[0];
          asked[0] = true;
          return first && isThere.ask();
        });
  }
}
