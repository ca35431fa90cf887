package io.racedet.junit.agent;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What has been woven so far and what could not be. Thread-safe. */
final class Ledger {
  private final Map<String, Set<Origin>> woven = new LinkedHashMap<>();
  private final Map<NotWoven, Failure> failures = new LinkedHashMap<>();

  private record Failure(String className, Origin origin, Depth depth) {}

  synchronized void woven(String className, Origin origin) {
    woven.computeIfAbsent(className, name -> new HashSet<>()).add(origin);
  }

  synchronized void failed(NotWoven failure, String className, Origin origin, Depth depth) {
    failures.put(failure, new Failure(className, origin, depth));
  }

  /** Takes back that a class has been woven. */
  synchronized void rejected(String className, Origin origin) {
    Set<Origin> origins = woven.get(className);
    if (origins != null && origins.remove(origin) && origins.isEmpty()) {
      woven.remove(className);
    }
  }

  /** Whether the data accesses of a class of that name are recorded for the sake of the scope. */
  synchronized boolean isWoven(String className, Scope scope) {
    for (Origin origin : woven.getOrDefault(className, Set.of())) {
      if (scope.contains(className, origin)) {
        return true;
      }
    }
    return false;
  }

  synchronized Coverage coverage(Scope scope) {
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
