package io.racedet.junit.threads;

import java.lang.management.LockInfo;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Names what threads wait for and hold, as the JVM does, and notes what it has named: {@link
 * HangText} has other names for these. A thread, which others join, has its own name. Not
 * thread-safe.
 */
final class LockNames {
  private final Map<String, String> threads = new HashMap<>(); // by the names that the JVM has
  private final Set<LockSight> sights = new LinkedHashSet<>();

  LockNames(Collection<Thread> all) {
    all.forEach(thread -> threads.put(token(thread), thread.getName()));
  }

  private static String token(Thread thread) {
    String hash = Integer.toHexString(System.identityHashCode(thread));
    return thread.getClass().getName() + '@' + hash;
  }

  /** What a thread waits for. */
  String awaited(ThreadInfo info) {
    return name(LockSight.awaited(info));
  }

  String held(ThreadInfo info, MonitorInfo monitor) {
    return name(LockSight.held(info, monitor));
  }

  String held(ThreadInfo info, LockInfo lock) {
    return name(LockSight.held(info, lock));
  }

  private String name(LockSight sight) {
    String thread = threads.get(sight.token());
    if (thread != null) {
      return "thread \"" + thread + '"';
    }
    sights.add(sight);
    return sight.token();
  }

  /** What was named so far. */
  List<LockSight> sights() {
    return List.copyOf(sights);
  }
}
