package io.racedet.junit.threads;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ForkJoinWorkerThread;

/** Whose a thread is, and what it waits for, by its name, its group and its stack. */
final class ThreadRoles {
  private static final List<String> WAITS_FOR_OTHERS =
      List.of("java.lang.Process", "java.lang.ref.ReferenceQueue", "java.lang.ref.Cleaner");

  /** Names of threads that run no test, of which the stack does not tell whose they are. */
  private static final List<String> RUNNERS_THREADS =
      List.of(
          "surefire-", "junit-jupiter-timeout-watcher", "racedet-idle", "racedet-merge", "JFR ");

  /** Names of threads of JUnit, some of which run tests. */
  private static final String JUNITS_THREADS = "junit-";

  private static final List<String> RUNNERS =
      List.of("org.apache.maven.surefire.", "org.gradle.", "com.intellij.", "org.eclipse.jdt.");

  /**
   * Cleans for the JDK alone, and looks for work once a minute; tests have cleaners of their own.
   */
  private static final String CLEANER_OF_THE_JDK = "Common-Cleaner";

  private static final String REAPER = "process reaper";

  private static final String DELAYED_TASKS =
      "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue";

  private static final Set<String> IDLE =
      Set.of(
          "java.util.concurrent.ThreadPoolExecutor.getTask",
          "java.util.concurrent.ForkJoinPool.awaitWork");

  /** What the hooks in methods of the JDK call. */
  private static final String RUNTIME = "io.racedet.runtime.";

  private static final String HELD = "io.racedet.runtime.locks.StampHolds";

  private ThreadRoles() {}

  /** Whether it is a thread of the JVM itself, in which no program runs. */
  static boolean isOfJvm(Thread thread) {
    ThreadGroup threads = thread.getThreadGroup(); // null once it has ended
    return threads != null && threads.getParent() == null || isCleanerOfJdk(thread);
  }

  /** Whether it finds, and frees, what the garbage collector has found, for the JDK alone. */
  static boolean cleansForJdk(Thread thread) {
    return isCleanerOfJdk(thread)
        || thread.getClass().getName().equals("java.lang.ref.Reference$ReferenceHandler");
  }

  private static boolean isCleanerOfJdk(Thread thread) {
    return thread.getName().equals(CLEANER_OF_THE_JDK)
        && thread.getClass().getName().startsWith("jdk.internal.");
  }

  /** Whether it waits for the ends of other processes, for the JVM. */
  static boolean awaitsProcesses(Thread thread) {
    return thread.getName().startsWith(REAPER);
  }

  /** Whether its name says that it is one of JUnit, which may run tests. */
  static boolean isNamedByJunit(Thread thread) {
    return thread.getName().startsWith(JUNITS_THREADS);
  }

  /** Whether its name says that it serves the build tool, JUnit or racedet, and runs no test. */
  static boolean isNamedByRunner(Thread thread) {
    return RUNNERS_THREADS.stream().anyMatch(thread.getName()::startsWith);
  }

  /** Whether its stack has code of a build tool or an IDE. */
  static boolean runsRunner(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (RUNNERS.stream().anyMatch(frame.getClassName()::startsWith)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a thread is held before its request for a lock. */
  static boolean isHeld(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (frame.getClassName().equals(HELD) && frame.getMethodName().equals("await")) {
        return true;
      }
    }
    return false;
  }

  /** Whether a thread of a pool waits for a task, and else for its own end: that wakes nobody. */
  static boolean isIdle(StackTraceElement[] stack) {
    boolean awaitsTask = false;
    for (StackTraceElement frame : stack) {
      if (frame.getClassName().equals(DELAYED_TASKS)) {
        return false;
      }
      awaitsTask |= IDLE.contains(frame.getClassName() + '.' + frame.getMethodName());
    }
    return awaitsTask;
  }

  /**
   * Whether code of the program runs in a thread of a pool when that ends: what its factory has put
   * around the worker, or what a worker of its own class does.
   */
  static boolean endsInProgram(Thread thread, StackTraceElement[] stack) {
    if (thread instanceof ForkJoinWorkerThread && thread.getClass().getClassLoader() != null) {
      return true;
    }
    for (StackTraceElement frame : stack) {
      if (!OwnFrames.isJdk(frame) && !frame.getClassName().startsWith(RUNTIME)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a thread waits for another process or the garbage collector. */
  static boolean waitsForOthers(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (WAITS_FOR_OTHERS.stream().anyMatch(frame.getClassName()::startsWith)) {
        return true;
      }
    }
    return false;
  }

  /** All platform threads of the process. */
  static List<Thread> all() {
    ThreadGroup top = Thread.currentThread().getThreadGroup();
    while (top.getParent() != null) {
      top = top.getParent();
    }
    Thread[] all = new Thread[2 * top.activeCount() + 1];
    int count = top.enumerate(all);
    return List.of(Arrays.copyOf(all, count));
  }
}
