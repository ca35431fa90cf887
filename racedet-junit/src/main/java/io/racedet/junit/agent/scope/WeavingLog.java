package io.racedet.junit.agent.scope;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What has been woven so far and what could not be. Thread-safe. */
public final class WeavingLog {
  private final Map<String, Set<ClassOrigin>> woven = new LinkedHashMap<>();
  private final Map<NotWoven, Failure> failures = new LinkedHashMap<>();

  private record Failure(String className, ClassOrigin origin, Depth depth) {}

  public synchronized void woven(String className, ClassOrigin origin) {
    woven.computeIfAbsent(className, name -> new HashSet<>()).add(origin);
  }

  public synchronized void failed(
      NotWoven failure, String className, ClassOrigin origin, Depth depth) {
    failures.put(failure, new Failure(className, origin, depth));
  }

  /** Removes a class from those that have been woven. */
  public synchronized void rejected(String className, ClassOrigin origin) {
    Set<ClassOrigin> origins = woven.get(className);
    if (origins != null && origins.remove(origin) && origins.isEmpty()) {
      woven.remove(className);
    }
  }

  /** Whether a class of that name is in the scope and its data accesses are recorded. */
  public synchronized boolean isWoven(String className, Scope scope) {
    for (ClassOrigin origin : woven.getOrDefault(className, Set.of())) {
      if (scope.contains(className, origin)) {
        return true;
      }
    }
    return false;
  }

  public synchronized Coverage coverage(Scope scope) {
    int count = 0;
    for (String className : woven.keySet()) {
      count += isWoven(className, scope) ? 1 : 0;
    }
    List<NotWoven> relevant = new ArrayList<>();
    failures.forEach(
        (failure, about) -> {
          if (about.depth == Depth.SYNC || scope.contains(about.className, about.origin)) {
            relevant.add(failure);
          }
        });
    return new Coverage(count, relevant);
  }
}
