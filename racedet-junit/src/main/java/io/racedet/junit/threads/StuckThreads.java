package io.racedet.junit.threads;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The threads of a repetition as text: states, own frames, locks held and waited for. Not
 * thread-safe.
 */
public final class StuckThreads {
  private static final int MAX_LINES = 36;
  private static final int MAX_FRAMES = 12;
  private static final String INDENT = "    ";
  private static final String LOCKS = "java.util.concurrent.locks.";

  private final LockNames locks;

  private StuckThreads(LockNames locks) {
    this.locks = locks;
  }

  /**
   * Describes the threads of a group, in at most {@value #MAX_LINES} lines; returns a line for each
   * thread, followed by frames of the program.
   */
  static HangText of(TestThreads group) {
    return of(group, List.of());
  }

  /**
   * Describes the threads of a group, in at most {@value #MAX_LINES} lines.
   *
   * @param others threads that have worked for it, as those of the common pool; only why they wait
   *     is described
   * @return a line for each thread of the group, followed by frames of the program
   */
  public static HangText of(TestThreads group, List<Thread> others) {
    Set<Thread> all = new LinkedHashSet<>(group.alive());
    all.addAll(others);
    LockNames locks = new LockNames(all);
    String text = new StuckThreads(locks).text(group, all);
    return new HangText(text, locks.sights());
  }

  private String text(TestThreads group, Set<Thread> all) {
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    Set<Long> mine = ids(group);
    List<String> lines = new ArrayList<>();
    List<ThreadInfo> deadlocked = deadlocked(bean, mine);
    if (!deadlocked.isEmpty()) {
      lines.add("deadlock:");
      lines.addAll(cycle(deadlocked));
    }
    List<ThreadInfo> infos = infos(bean, mine::contains);
    Set<Long> ids = all.stream().map(Thread::getId).collect(Collectors.toSet());
    lines.addAll(WaitReasons.of(infos, infos(bean, ids::contains), List.copyOf(all), locks));
    lines.add("threads of the test:");
    int frames = Math.max(1, (MAX_LINES - lines.size()) / Math.max(1, infos.size()) - 2);
    int shown = 0;
    for (ThreadInfo info : infos) {
      List<String> thread = lines(info, Math.min(frames, MAX_FRAMES));
      if (lines.size() + thread.size() >= MAX_LINES) {
        lines.add("  and " + (infos.size() - shown) + " more threads");
        break;
      }
      lines.addAll(thread);
      shown++;
    }
    return String.join("\n", lines) + "\n";
  }

  /**
   * Describes a cycle of threads that block each other on monitors or locks, when one of them
   * belongs to the given group and none waits for a limited time only. The search stops all threads
   * of the process, which may take long while one of them allocates large arrays: there is none as
   * long as no thread of the group waits. Empty if there is no such cycle.
   */
  public static Optional<HangText> deadlock(TestThreads group) {
    if (group.alive().stream().noneMatch(StuckThreads::waits)) {
      return Optional.empty();
    }
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    List<ThreadInfo> deadlocked = deadlocked(bean, ids(group));
    boolean isForGood =
        !deadlocked.isEmpty()
            && deadlocked.stream()
                .allMatch(info -> info.getThreadState() != Thread.State.TIMED_WAITING);
    return isForGood ? Optional.of(of(group).behind("in a deadlock\n")) : Optional.empty();
  }

  /**
   * Threads of deadlocks in which threads of the given ids are, or for which these wait. Others, of
   * tests before, have nothing to do with these: their threads stay as long as the JVM.
   */
  private static List<ThreadInfo> deadlocked(ThreadMXBean bean, Set<Long> mine) {
    long[] found = bean.findDeadlockedThreads();
    if (found == null || LongStream.of(found).noneMatch(mine::contains)) {
      return List.of();
    }
    Set<Long> ids = LongStream.of(found).boxed().collect(Collectors.toSet());
    List<ThreadInfo> all = infos(bean, ids::contains);
    Set<Long> reached = new HashSet<>();
    Deque<Long> next = new ArrayDeque<>(mine);
    while (!next.isEmpty()) {
      long id = next.pop();
      if (ids.contains(id) && reached.add(id)) {
        all.stream()
            .filter(info -> info.getThreadId() == id)
            .map(ThreadInfo::getLockOwnerId)
            .forEach(next::push);
      }
    }
    return all.stream().filter(info -> reached.contains(info.getThreadId())).toList();
  }

  /**
   * Describes a thread of a group that waits, without a limit, for a lock of {@code
   * java.util.concurrent.locks} whose owner has ended: nobody else can release it.
   *
   * @param known threads that have run in it; of others it is not known whether they have ended
   * @return empty if there is no such thread
   */
  static Optional<HangText> abandonedLock(TestThreads group, List<Thread> known) {
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    Set<Long> ended =
        known.stream()
            .filter(thread -> thread.getState() == Thread.State.TERMINATED)
            .map(Thread::getId)
            .collect(Collectors.toSet());
    for (Thread thread : group.alive()) {
      if (thread.getState() == Thread.State.WAITING) {
        ThreadInfo info = bean.getThreadInfo(thread.getId());
        if (isAbandoned(info, ended)) {
          return Optional.of(
              of(group)
                  .behind(
                      "does not end: \""
                          + info.getThreadName()
                          + "\" waits for "
                          + LockSight.awaited(info).token()
                          + ", which \""
                          + info.getLockOwnerName()
                          + "\" did not release before it ended\n"));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isAbandoned(ThreadInfo info, Set<Long> ended) {
    return info != null
        && info.getThreadState() == Thread.State.WAITING
        && ended.contains(info.getLockOwnerId())
        && info.getLockName().startsWith(LOCKS);
  }

  static boolean waits(Thread thread) {
    Thread.State state = thread.getState();
    return state == Thread.State.BLOCKED || state == Thread.State.WAITING;
  }

  /** Where the threads of a group wait for others, by their ids. */
  static Map<Long, String> places(TestThreads group) {
    return group.alive().stream()
        .filter(StuckThreads::waits)
        .collect(
            Collectors.toMap(Thread::getId, thread -> OwnFrames.place(thread.getStackTrace())));
  }

  private static Set<Long> ids(TestThreads group) {
    return group.alive().stream().map(Thread::getId).collect(Collectors.toSet());
  }

  private static List<ThreadInfo> infos(ThreadMXBean bean, Predicate<Long> which) {
    return Arrays.stream(bean.dumpAllThreads(true, true))
        .filter(info -> info != null && which.test(info.getThreadId()))
        .sorted(Comparator.comparing(ThreadInfo::getThreadId))
        .toList();
  }

  private List<String> cycle(List<ThreadInfo> infos) {
    List<String> lines = new ArrayList<>();
    for (ThreadInfo info : infos) {
      String held =
          infos.stream()
              .filter(owner -> owner.getThreadId() == info.getLockOwnerId())
              .flatMap(owner -> held(owner, info).stream())
              .findFirst()
              .map(frame -> ", locked at " + OwnFrames.text(frame))
              .orElse("");
      lines.add(
          "  \""
              + info.getThreadName()
              + "\" waits for "
              + locks.awaited(info)
              + " held by \""
              + info.getLockOwnerName()
              + '"'
              + held);
    }
    return lines;
  }

  private static Optional<StackTraceElement> held(ThreadInfo owner, ThreadInfo waiting) {
    LockInfo lock = waiting.getLockInfo();
    return Arrays.stream(owner.getLockedMonitors())
        .filter(monitor -> monitor.getIdentityHashCode() == lock.getIdentityHashCode())
        .map(MonitorInfo::getLockedStackFrame)
        .filter(frame -> frame != null)
        .findFirst();
  }

  private List<String> lines(ThreadInfo info, int frames) {
    List<String> lines = new ArrayList<>();
    StringBuilder head = new StringBuilder("  \"").append(info.getThreadName()).append("\" ");
    head.append(info.getThreadState());
    if (info.getLockName() != null) {
      head.append(" on ").append(locks.awaited(info));
    }
    if (info.getLockOwnerName() != null) {
      head.append(" held by \"").append(info.getLockOwnerName()).append('"');
    }
    if (OwnFrames.waitsForRecording(info.getStackTrace())) {
      head.append(", waits for racedet's own analysis");
    }
    lines.add(head.toString());
    List<StackTraceElement> own = OwnFrames.of(info.getStackTrace());
    own.stream().limit(frames).forEach(frame -> lines.add(INDENT + "at " + OwnFrames.text(frame)));
    String held = held(info);
    if (!held.isEmpty()) {
      lines.add(INDENT + "holds " + held);
    }
    return lines;
  }

  /* A thread that waits to be notified has given the monitor back, whatever the JVM says. */
  private String held(ThreadInfo info) {
    List<String> held = new ArrayList<>();
    LockSight awaited = info.getLockInfo() == null ? null : LockSight.awaited(info);
    for (MonitorInfo monitor : info.getLockedMonitors()) {
      boolean isGivenBack =
          awaited != null
              && awaited.use() == LockSight.Use.WAIT
              && awaited.hash() == monitor.getIdentityHashCode();
      if (OwnFrames.isOwn(monitor.getLockedStackFrame()) && !isGivenBack) {
        held.add(locks.held(info, monitor));
      }
    }
    for (LockInfo lock : info.getLockedSynchronizers()) {
      held.add(locks.held(info, lock));
    }
    return String.join(", ", held.stream().distinct().toList());
  }
}
