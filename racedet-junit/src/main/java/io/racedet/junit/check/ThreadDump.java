package io.racedet.junit.check;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The platform threads of this process as text: states, stacks, locks held and waited for. */
final class ThreadDump {
  private static final String INDENT = "    ";

  private ThreadDump() {}

  /** Describes all threads, those of the given group first. */
  static String of(ThreadGroup group) {
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    Set<Long> mine = ids(group);
    List<ThreadInfo> infos =
        Arrays.stream(bean.dumpAllThreads(true, true))
            .filter(info -> info != null && info.getThreadId() != Thread.currentThread().getId())
            .sorted(Comparator.comparing(ThreadInfo::getThreadId))
            .toList();
    StringBuilder text = new StringBuilder();
    long[] deadlocked = bean.findDeadlockedThreads();
    if (deadlocked != null) {
      text.append(deadlock(bean.getThreadInfo(deadlocked, true, true)));
    }
    text.append("threads of the test:\n");
    infos.stream().filter(info -> mine.contains(info.getThreadId())).forEach(i -> stack(text, i));
    text.append("other threads (virtual threads are not shown):\n");
    infos.stream()
        .filter(info -> !mine.contains(info.getThreadId()) && info.getStackTrace().length > 0)
        .forEach(info -> stack(text, info));
    return text.toString();
  }

  /**
   * Describes a cycle of threads that block each other on monitors, when one of them belongs to the
   * given group. No interrupt and no time-out resolves such a cycle, so waiting is pointless. The
   * search stops all threads of the process, which may take long while one of them allocates large
   * arrays: there is none as long as no thread of the group is blocked.
   */
  static Optional<String> monitorDeadlock(ThreadGroup group) {
    if (threads(group).noneMatch(thread -> thread.getState() == Thread.State.BLOCKED)) {
      return Optional.empty();
    }
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    long[] ids = bean.findMonitorDeadlockedThreads();
    if (ids == null || LongStream.of(ids).noneMatch(ids(group)::contains)) {
      return Optional.empty();
    }
    return Optional.of("deadlocked\n" + of(group));
  }

  private static Set<Long> ids(ThreadGroup group) {
    return threads(group).map(Thread::getId).collect(Collectors.toSet());
  }

  private static Stream<Thread> threads(ThreadGroup group) {
    Thread[] threads = new Thread[group.activeCount() + 16];
    return Arrays.stream(threads, 0, group.enumerate(threads));
  }

  private static String deadlock(ThreadInfo[] infos) {
    StringBuilder text = new StringBuilder("deadlock:\n");
    Map<Long, ThreadInfo> byId =
        Stream.of(infos)
            .filter(info -> info != null)
            .collect(Collectors.toMap(ThreadInfo::getThreadId, Function.identity()));
    for (ThreadInfo info : byId.values()) {
      text.append("  \"").append(info.getThreadName()).append("\" waits for ");
      text.append(info.getLockName()).append(" held by \"").append(info.getLockOwnerName());
      text.append('"');
      ThreadInfo owner = byId.get(info.getLockOwnerId());
      Optional<StackTraceElement> location = owner == null ? Optional.empty() : held(owner, info);
      location.ifPresent(frame -> text.append(", locked at ").append(frame));
      text.append('\n');
    }
    return text.toString();
  }

  private static Optional<StackTraceElement> held(ThreadInfo owner, ThreadInfo waiting) {
    LockInfo lock = waiting.getLockInfo();
    return Arrays.stream(owner.getLockedMonitors())
        .filter(monitor -> monitor.getIdentityHashCode() == lock.getIdentityHashCode())
        .map(MonitorInfo::getLockedStackFrame)
        .filter(frame -> frame != null)
        .findFirst();
  }

  private static void stack(StringBuilder text, ThreadInfo info) {
    text.append("  \"").append(info.getThreadName()).append("\" ").append(info.getThreadState());
    if (info.getLockName() != null) {
      text.append(" on ").append(info.getLockName());
    }
    if (info.getLockOwnerName() != null) {
      text.append(" held by \"").append(info.getLockOwnerName()).append('"');
    }
    text.append('\n');
    StackTraceElement[] frames = info.getStackTrace();
    for (int depth = 0; depth < frames.length; depth++) {
      text.append(INDENT).append("at ").append(frames[depth]).append('\n');
      for (MonitorInfo monitor : info.getLockedMonitors()) {
        if (monitor.getLockedStackDepth() == depth) {
          text.append(INDENT).append("- locked ").append(monitor).append('\n');
        }
      }
    }
    for (LockInfo lock : info.getLockedSynchronizers()) {
      text.append(INDENT).append("- holds ").append(lock).append('\n');
    }
  }
}
