package io.racedet.junit.threads;

import java.util.List;

/** What a recording tells of its threads while it runs. */
public interface Activity {
  /** Nothing is reported. */
  Activity UNKNOWN =
      new Activity() {
        @Override
        public long events(List<Thread> of) {
          return 0;
        }

        @Override
        public List<Thread> threads() {
          return List.of();
        }
      };

  /** Returns a number that changes whenever one of some threads records something. */
  long events(List<Thread> of);

  /**
   * Returns for how many nanoseconds a thread has waited for racedet's own analysis so far: it is
   * not the repetition that takes this time.
   */
  default long waited() {
    return 0;
  }

  /** Returns the threads that have come to a hook, also those that have ended. */
  List<Thread> threads();

  /** From now on nothing that the current thread does is recorded. */
  default void silence() {}

  /**
   * From now on what threads do is recorded even where one alone can act. Returns whether it was
   * not so far.
   */
  default boolean endSolo() {
    return false;
  }
}
