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

  /* The woven classes of the scope that was asked for last: all tests of a class have the same. */
  private Scope scopeOfLast;
  private final Set<String> wovenOfLast = new HashSet<>();
  private List<String> sortedOfLast; // null if it has changed

  private record Failure(String className, ClassOrigin origin, Depth depth) {}

  public synchronized void woven(String className, ClassOrigin origin) {
    woven.computeIfAbsent(className, name -> new HashSet<>()).add(origin);
    if (scopeOfLast != null && scopeOfLast.contains(className, origin)) {
      wovenOfLast.add(className);
      sortedOfLast = null;
    }
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
    scopeOfLast = null;
  }

  /** Whether a class of that name is in the scope and its data accesses are recorded. */
  public synchronized boolean isWoven(String className, Scope scope) {
    return wovenOf(scope).contains(className);
  }

  private Set<String> wovenOf(Scope scope) {
    if (!scope.equals(scopeOfLast)) {
      wovenOfLast.clear();
      woven.forEach(
          (className, origins) -> {
            if (origins.stream().anyMatch(origin -> scope.contains(className, origin))) {
              wovenOfLast.add(className);
            }
          });
      scopeOfLast = scope;
      sortedOfLast = null;
    }
    return wovenOfLast;
  }

  private List<String> sorted(Scope scope) {
    Set<String> all = wovenOf(scope);
    if (sortedOfLast == null) {
      sortedOfLast = List.copyOf(all.stream().sorted().toList());
    }
    return sortedOfLast;
  }

  public synchronized Coverage coverage(Scope scope) {
    List<NotWoven> relevant = new ArrayList<>();
    failures.forEach(
        (failure, about) -> {
          boolean isForAll = about.depth == Depth.SYNC || about.depth == Depth.CONTENTS;
          if (isForAll || scope.contains(about.className, about.origin)) {
            relevant.add(failure);
          }
        });
    return new Coverage(sorted(scope), relevant);
  }
}
