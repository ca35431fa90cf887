package io.racedet.junit.check;

import io.racedet.junit.threads.OtherThreads;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The kinds of threads that have acted by themselves although they seemed to wait for others.
 * Thread-safe.
 */
final class ActingThreads {
  private final Set<String> kinds = ConcurrentHashMap.newKeySet();

  void add(Thread thread) {
    kinds.add(OtherThreads.kindOf(thread));
  }

  Set<String> kinds() {
    return kinds;
  }
}
