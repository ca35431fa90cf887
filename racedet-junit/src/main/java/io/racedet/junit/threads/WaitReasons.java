package io.racedet.junit.threads;

import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Why threads wait for ever without a cycle of locks alone: they join each other, nobody notifies
 * them, or all threads of a pool wait for results. As far as the states of the threads tell it.
 */
final class WaitReasons {
  private static final int MOST_LINES = 8;

  private final List<ThreadInfo> infos;
  private final Map<Long, ThreadInfo> byId = new HashMap<>();
  private final Map<Integer, Long> idByHash = new HashMap<>();

  private WaitReasons(List<ThreadInfo> infos, List<Thread> threads) {
    this.infos = infos;
    infos.forEach(info -> byId.put(info.getThreadId(), info));
    threads.forEach(thread -> idByHash.put(System.identityHashCode(thread), thread.getId()));
  }

  /**
   * The reasons, in at most {@value #MOST_LINES} lines.
   *
   * @param infos of the threads of a test
   * @param threads these threads
   */
  static List<String> of(List<ThreadInfo> infos, List<Thread> threads) {
    WaitReasons reasons = new WaitReasons(infos, threads);
    List<String> lines = new ArrayList<>();
    reasons.addJoins(lines);
    reasons.addNotifies(lines);
    reasons.addStarvedPool(lines);
    return lines.subList(0, Math.min(MOST_LINES, lines.size()));
  }

  /* A thread that is joined may itself wait for a lock: then its owner goes on the cycle. */
  private void addJoins(List<String> lines) {
    Set<Long> told = new HashSet<>();
    for (ThreadInfo info : infos) {
      List<ThreadInfo> cycle = cycle(info);
      if (cycle.stream().anyMatch(WaitReasons::joins) && told.add(cycle.get(0).getThreadId())) {
        lines.add("threads that wait for each other to end:");
        for (ThreadInfo each : cycle) {
          told.add(each.getThreadId());
          String by = joins(each) ? " joins \"" : " waits for " + each.getLockName() + " of \"";
          lines.add("  " + name(each) + by + next(each).getThreadName() + "\" at " + place(each));
        }
      }
    }
  }

  /**
   * The threads that wait for one another from a thread on, if the last one waits for the first.
   */
  private List<ThreadInfo> cycle(ThreadInfo first) {
    List<ThreadInfo> path = new ArrayList<>();
    ThreadInfo at = first;
    while (at != null && !path.contains(at)) {
      path.add(at);
      at = next(at);
    }
    return at == first ? path : List.of();
  }

  /** The thread of the test that a thread waits for, or null. */
  private ThreadInfo next(ThreadInfo info) {
    if (!joins(info)) {
      return byId.get(info.getLockOwnerId());
    }
    Long joined = idByHash.get(info.getLockInfo().getIdentityHashCode());
    return joined == null ? null : byId.get(joined);
  }

  private void addNotifies(List<String> lines) {
    boolean allWait =
        infos.stream()
            .map(ThreadInfo::getThreadState)
            .allMatch(state -> state == Thread.State.WAITING || state == Thread.State.BLOCKED);
    for (ThreadInfo info : infos) {
      if (allWait && !joins(info) && calls(info, "java.lang.Object", "wait")) {
        lines.add(
            "no notify: "
                + name(info)
                + " waits to be notified by "
                + info.getLockName()
                + " at "
                + place(info)
                + ", and all other threads of the test wait, too");
      }
    }
  }

  /* A pool whose threads all wait for results runs none of the tasks that are queued. */
  private void addStarvedPool(List<String> lines) {
    List<ThreadInfo> workers =
        infos.stream()
            .filter(info -> calls(info, "java.util.concurrent.ThreadPoolExecutor", "runWorker"))
            .toList();
    if (!workers.isEmpty() && workers.stream().allMatch(WaitReasons::awaitsResult)) {
      lines.add(
          "starved pool: each of its threads ("
              + workers.stream().map(WaitReasons::name).collect(Collectors.joining(", "))
              + ") waits for the result of a task, which may be queued behind the one that it"
              + " runs");
    }
  }

  private static boolean awaitsResult(ThreadInfo info) {
    return calls(info, "java.util.concurrent.FutureTask", "get")
        || calls(info, "java.util.concurrent.CompletableFuture", "get")
        || calls(info, "java.util.concurrent.CompletableFuture", "join");
  }

  private static boolean joins(ThreadInfo info) {
    return info.getLockInfo() != null && calls(info, "java.lang.Thread", "join");
  }

  private static boolean calls(ThreadInfo info, String type, String method) {
    return Arrays.stream(info.getStackTrace())
        .anyMatch(
            frame -> frame.getClassName().equals(type) && frame.getMethodName().equals(method));
  }

  private static String name(ThreadInfo info) {
    return '"' + info.getThreadName() + '"';
  }

  private static String place(ThreadInfo info) {
    return OwnFrames.of(info.getStackTrace()).stream()
        .filter(OwnFrames::isOwn)
        .findFirst()
        .map(StackTraceElement::toString)
        .orElse("an unknown place");
  }
}
