package io.racedet.junit.threads;

import java.util.List;

/** What a recording tells of its threads while it runs. */
public interface Activity {
  /** Nothing is told. */
  Activity UNKNOWN =
      new Activity() {
        @Override
        public long events() {
          return 0;
        }

        @Override
        public List<Thread> threads() {
          return List.of();
        }
      };

  /**
   * Returns a number that changes whenever a thread but the calling one records something.
   *
   * @return the number
   */
  long events();

  /**
   * Returns the threads that have come to a hook.
   *
   * @return the threads, also those that have ended
   */
  List<Thread> threads();
}
