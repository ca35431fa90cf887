package io.racedet.junit.threads;

import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.stream.Collectors;

/**
 * Why threads wait forever without a cycle of locks alone: they wait for each other's ends or
 * results, nobody notifies them, or all threads of a pool wait for results. As far as the states of
 * the threads tell it.
 */
final class WaitReasons {
  private static final int MAX_LINES = 8;
  private static final String EXECUTOR = "java.util.concurrent.ThreadPoolExecutor";
  private static final List<String> RESULTS =
      List.of("java.util.concurrent.CompletableFuture", "java.util.concurrent.ForkJoinTask");

  /** What threads wait for, by the class that lets them wait. */
  private static final Map<String, String> AWAITED = awaited();

  private final List<ThreadInfo> own;
  private final List<ThreadInfo> all;
  private final Map<Long, ThreadInfo> byId = new HashMap<>();
  private final Map<Long, Thread> threadsById = new HashMap<>();
  private final Map<Integer, Long> idByHash = new HashMap<>();
  private final LockNames locks;

  private WaitReasons(
      List<ThreadInfo> own, List<ThreadInfo> all, List<Thread> threads, LockNames locks) {
    this.locks = locks;
    this.own = own;
    this.all = all;
    all.forEach(info -> byId.put(info.getThreadId(), info));
    threads.forEach(thread -> threadsById.put(thread.getId(), thread));
    threads.forEach(thread -> idByHash.put(System.identityHashCode(thread), thread.getId()));
  }

  private static Map<String, String> awaited() {
    Map<String, String> awaited = new HashMap<>();
    String jdk = "java.util.concurrent.";
    awaited.put(jdk + "CompletableFuture", "the completion of a CompletableFuture");
    awaited.put(jdk + "FutureTask", "the result of a FutureTask");
    awaited.put(jdk + "CountDownLatch", "the count of a CountDownLatch to reach zero");
    awaited.put(jdk + "CyclicBarrier", "other parties of a CyclicBarrier");
    awaited.put(jdk + "Semaphore", "a permit of a Semaphore");
    awaited.put(jdk + "Phaser", "the next phase of a Phaser");
    awaited.put(jdk + "Exchanger", "a partner of an Exchanger");
    for (String queue :
        List.of(
            "ArrayBlockingQueue",
            "LinkedBlockingQueue",
            "LinkedBlockingDeque",
            "PriorityBlockingQueue",
            "SynchronousQueue",
            "LinkedTransferQueue",
            "DelayQueue")) {
      awaited.put(jdk + queue, "an element or room of " + article(queue));
    }
    awaited.put(
        jdk + "locks.AbstractQueuedSynchronizer$ConditionObject", "a signal of a Condition");
    awaited.put(
        jdk + "locks.AbstractQueuedLongSynchronizer$ConditionObject", "a signal of a Condition");
    awaited.put(jdk + "locks.LockSupport", "an unpark");
    return awaited;
  }

  private static String article(String noun) {
    return (noun.startsWith("A") ? "an " : "a ") + noun;
  }

  /**
   * The reasons, in at most {@value #MAX_LINES} lines.
   *
   * @param all of these and of threads of other groups that have worked for the test
   */
  static List<String> of(
      List<ThreadInfo> own, List<ThreadInfo> all, List<Thread> threads, LockNames locks) {
    WaitReasons reasons = new WaitReasons(own, all, threads, locks);
    List<String> lines = new ArrayList<>();
    reasons.addCycles(lines);
    reasons.addNotifies(lines);
    reasons.addStarvedPools(lines);
    reasons.addForsaken(lines);
    return lines.subList(0, Math.min(MAX_LINES, lines.size()));
  }

  /* A thread that is joined may itself wait for a lock: then its owner goes on the cycle. */
  private void addCycles(List<String> lines) {
    Set<Long> told = new HashSet<>();
    for (ThreadInfo info : all) {
      List<ThreadInfo> cycle = cycle(info);
      boolean awaitsResult = cycle.stream().anyMatch(WaitReasons::awaitsResult);
      boolean isTold = !cycle.isEmpty() && !told.add(cycle.get(0).getThreadId());
      if (!isTold && (awaitsResult || cycle.stream().anyMatch(WaitReasons::joins))) {
        lines.add("threads that wait for each other" + (awaitsResult ? ":" : " to end:"));
        for (ThreadInfo each : cycle) {
          told.add(each.getThreadId());
          lines.add("  " + name(each) + waitsFor(each));
        }
      }
    }
  }

  private String waitsFor(ThreadInfo info) {
    String other = '"' + next(info).getThreadName() + '"';
    String at = " at " + place(info);
    if (joins(info)) {
      return " joins " + other + at;
    }
    return awaitsResult(info)
        ? " waits" + at + " for the result of a task; of the others, only " + other + " runs one"
        : " waits for " + locks.awaited(info) + " of " + other + at;
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

  /** The thread that a thread waits for, or null. */
  private ThreadInfo next(ThreadInfo info) {
    if (awaitsResult(info)) {
      return onlyOtherTask(info);
    }
    if (!joins(info)) {
      return byId.get(info.getLockOwnerId());
    }
    Long joined = idByHash.get(info.getLockInfo().getIdentityHashCode());
    return joined == null ? null : byId.get(joined);
  }

  /* Which task a thread waits for, its state does not tell. */
  private ThreadInfo onlyOtherTask(ThreadInfo info) {
    List<ThreadInfo> others =
        all.stream().filter(other -> other != info && runsTask(other)).toList();
    return others.size() == 1 ? others.get(0) : null;
  }

  private void addNotifies(List<String> lines) {
    boolean allWait =
        own.stream()
            .map(ThreadInfo::getThreadState)
            .allMatch(state -> state == Thread.State.WAITING || state == Thread.State.BLOCKED);
    for (ThreadInfo info : own) {
      if (allWait && !joins(info) && calls(info, "java.lang.Object", "wait")) {
        lines.add(
            "nobody notifies: "
                + name(info)
                + " waits to be notified by "
                + locks.awaited(info)
                + " at "
                + place(info)
                + ", and all other threads of the test are waiting, too");
      }
    }
  }

  /* Only where nothing else explains the wait: whoever might end it waits, too, or has ended. */
  private void addForsaken(List<String> lines) {
    if (!lines.isEmpty() || !all.stream().allMatch(WaitReasons::waitsForOthers)) {
      return;
    }
    for (ThreadInfo info : own) {
      awaited(info)
          .ifPresent(
              what ->
                  lines.add(
                      "nobody is left: "
                          + name(info)
                          + " waits at "
                          + place(info)
                          + " for "
                          + what
                          + ", and "
                          + (own.size() == 1
                              ? "no other thread of the test is alive"
                              : "all other threads of the test are waiting, too")));
    }
  }

  private static boolean waitsForOthers(ThreadInfo info) {
    return info.getThreadState() == Thread.State.WAITING
        || info.getThreadState() == Thread.State.BLOCKED;
  }

  /** What a thread waits for in a method of the JDK that another thread has to end. */
  private static Optional<String> awaited(ThreadInfo info) {
    if (info.getThreadState() != Thread.State.WAITING || info.getLockOwnerId() != -1) {
      return Optional.empty();
    }
    String what = null;
    for (StackTraceElement frame : info.getStackTrace()) {
      if (OwnFrames.isOwn(frame)) {
        return Optional.ofNullable(what);
      }
      what = AWAITED.getOrDefault(frame.getClassName(), what); // what the program has called
    }
    return Optional.empty();
  }

  /* A pool whose threads all wait for results runs none of the tasks that are queued. */
  private void addStarvedPools(List<String> lines) {
    Map<Object, List<ThreadInfo>> pools = new LinkedHashMap<>();
    for (ThreadInfo info : all) {
      pool(info).ifPresent(pool -> pools.computeIfAbsent(pool, of -> new ArrayList<>()).add(info));
    }
    pools.forEach(
        (pool, workers) -> {
          if (workers.stream().allMatch(WaitReasons::awaitsResult) && isFull(pool, workers)) {
            lines.add(
                "starved pool: each of its threads ("
                    + workers.stream().map(WaitReasons::name).collect(Collectors.joining(", "))
                    + ") waits for the result of a task, so none of them runs "
                    + queued(pool));
          }
        });
  }

  /* Threads of an executor do not tell which one it is: their factory names them alike. */
  private Optional<Object> pool(ThreadInfo info) {
    if (threadsById.get(info.getThreadId()) instanceof ForkJoinWorkerThread worker) {
      return Optional.of(worker.getPool());
    }
    return calls(info, EXECUTOR, "runWorker")
        ? Optional.of(info.getThreadName().replaceFirst("\\d+$", ""))
        : Optional.empty();
  }

  private static boolean isFull(Object pool, List<ThreadInfo> workers) {
    return !(pool instanceof ForkJoinPool forks)
        || workers.size() >= forks.getPoolSize() && tasks(forks) > 0;
  }

  private static String queued(Object pool) {
    return pool instanceof ForkJoinPool forks
        ? "the queued tasks: " + tasks(forks)
        : "a queued task";
  }

  private static long tasks(ForkJoinPool pool) {
    return pool.getQueuedTaskCount() + pool.getQueuedSubmissionCount();
  }

  private static boolean awaitsResult(ThreadInfo info) {
    return info.getThreadState() == Thread.State.WAITING
        && (calls(info, "java.util.concurrent.FutureTask", "get")
            || RESULTS.stream()
                .anyMatch(type -> calls(info, type, "get") || calls(info, type, "join")));
  }

  private static boolean runsTask(ThreadInfo info) {
    return calls(info, "java.util.concurrent.FutureTask", "run")
        || calls(info, "java.util.concurrent.ForkJoinTask", "doExec")
        || calls(info, EXECUTOR, "runWorker") && !calls(info, EXECUTOR, "getTask");
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
    return OwnFrames.place(info.getStackTrace());
  }
}
