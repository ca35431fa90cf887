package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;

/**
 * The threads that are left since this was made: earlier tests, some of which hang, have theirs.
 */
final class LeftThreads {
  private final Set<Thread> before = Thread.getAllStackTraces().keySet();

  /** Fails if one with such a name is alive. */
  void haveNone(String prefix) {
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> !before.contains(thread))
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith(prefix));
  }
}
