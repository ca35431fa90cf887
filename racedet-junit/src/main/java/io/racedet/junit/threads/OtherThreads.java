package io.racedet.junit.threads;

import io.racedet.runtime.log.OwnThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * The threads of the process besides one, and whether they can do anything before a thread wakes
 * them. What is not known to wait without a limit of time can act.
 *
 * <p>Virtual threads are not listed by the JVM. So they can act as long as there is a thread that
 * runs them, which ends only when it has had nothing to do for a while.
 */
public final class OtherThreads {
  private static final String CARRIER = "jdk.internal.misc.CarrierThread";

  private static final String PARKING = "java.util.concurrent.locks.LockSupport";

  /** The classes by which racedet itself waits for the end of a repetition. */
  private static final Set<String> WAITERS =
      Set.of(
          TestThread.class.getName(),
          HangWatch.class.getName(),
          "io.racedet.junit.check.BodyRunner");

  private final Thread current = Thread.currentThread();
  private final List<Thread> threads;
  private final Set<String> acting;
  private boolean canAct;
  private boolean areServing = true;
  private boolean awaitNotify;
  private final List<Thread> serving = new ArrayList<>();
  private final List<Thread> ending = new ArrayList<>();

  private OtherThreads(List<Thread> threads, Set<String> acting) {
    this.threads = threads;
    this.acting = acting;
  }

  /**
   * Looks at the threads besides the current one.
   *
   * @param acting the kinds of threads, as of {@link #kindOf}, that have acted although nothing was
   *     seen to wake them
   */
  static OtherThreads of(List<Thread> threads, Set<String> acting) {
    OtherThreads others = new OtherThreads(threads, acting);
    for (Thread thread : threads) {
      if (others.isDecided()) {
        break; // a stack costs some 50 microseconds, and servers have many threads
      }
      if (thread != others.current && !(thread instanceof OwnThread)) {
        others.look(thread);
      }
    }
    return others;
  }

  /* Whether no other thread can change an answer. Nobody asks for lists where one can act. */
  private boolean isDecided() {
    return canAct && !areServing;
  }

  /** What threads of one kind have in common: class and name, but for numbers. */
  public static String kindOf(Thread thread) {
    return thread.getClass().getName() + ' ' + thread.getName().replaceAll("[0-9]+", "#");
  }

  /** Whether a thread, which may not have started, touches nothing of the program by its kind. */
  public static boolean serves(Thread thread) {
    return thread instanceof OwnThread
        || ThreadRoles.isNamedByRunner(thread)
        || ThreadRoles.cleansForJdk(thread)
        || isOfJvm(thread);
  }

  private static boolean isOfJvm(Thread thread) {
    return ThreadRoles.isOfJvm(thread)
        && !(thread instanceof ForkJoinWorkerThread)
        && !ThreadRoles.awaitsProcesses(thread);
  }

  /**
   * Whether none of them will ever touch anything of the program, but for threads of pools that
   * have nothing to do.
   */
  boolean areServing() {
    return areServing;
  }

  /** Whether one of them can do something by itself, now or later. */
  public boolean canAct() {
    return canAct;
  }

  /**
   * Whether none of them can have gone on if nothing has woken one, as far as the same thread can
   * tell: there are no others, and none that waits on a monitor, as notifications are seen in
   * recordings only.
   */
  boolean mustStillWait(List<Thread> now) {
    return !canAct && !awaitNotify && areThese(now);
  }

  /** Whether these, and the same current thread, are all that there are now. */
  boolean areThese(List<Thread> now) {
    boolean areSame = current == Thread.currentThread() && now.size() == threads.size();
    for (int i = 0; areSame && i < now.size(); i++) {
      areSame = now.get(i) == threads.get(i);
    }
    return areSame;
  }

  /** If none can act: whether one waits on a monitor, so that a notification may wake it. */
  public boolean awaitNotify() {
    return awaitNotify;
  }

  /** If no other can act: those that act, but touch nothing of the program. */
  public List<Thread> serving() {
    return serving;
  }

  /** Those that may end by themselves, and do nothing else, if none can act. */
  public List<Thread> ending() {
    return ending;
  }

  private void look(Thread thread) {
    if (thread.getClass().getName().equals(CARRIER)
        || !acting.isEmpty() && acting.contains(kindOf(thread))) {
      canAct = true;
      areServing = false;
      return;
    }
    if (ThreadRoles.isNamedByRunner(thread) || ThreadRoles.cleansForJdk(thread)) {
      serving.add(thread);
    } else if (!isOfJvm(thread)) {
      lookAtState(thread);
    }
  }

  private void lookAtState(Thread thread) {
    Thread.State state = thread.getState();
    if (state == Thread.State.NEW || state == Thread.State.TERMINATED) {
      return;
    }
    StackTraceElement[] stack = thread.getStackTrace();
    if (isWaiter(stack) || isServing(stack)) {
      serving.add(thread);
      return;
    }
    areServing &= !awaitsMonitor(stack) && ThreadRoles.isIdle(stack); // nobody tells of a notify
    if (state == Thread.State.WAITING) {
      waiting(stack);
    } else {
      boolean actsAtItsEnd = ThreadRoles.endsInProgram(thread, stack);
      areServing &= !actsAtItsEnd;
      canAct |= state != Thread.State.TIMED_WAITING || !ThreadRoles.isIdle(stack) || actsAtItsEnd;
      ending.add(thread);
    }
  }

  /* Who parks without the classes of the JDK that do so may go on without being woken: nothing is
   * ordered then. */
  private void waiting(StackTraceElement[] stack) {
    canAct |= ThreadRoles.waitsForOthers(stack) || parksByItself(stack);
    awaitNotify |= awaitsMonitor(stack);
  }

  private static boolean awaitsMonitor(StackTraceElement[] stack) {
    return stack.length > 0 && stack[0].getClassName().equals("java.lang.Object");
  }

  private static boolean parksByItself(StackTraceElement[] stack) {
    for (int i = 1; i < stack.length; i++) {
      if (stack[i - 1].getClassName().equals(PARKING) && !stack[i].getClassName().equals(PARKING)) {
        return !stack[i].getClassName().startsWith("java.util.concurrent.");
      }
    }
    return false;
  }

  /* Whether it is about to wait, or waits, for the end of a repetition, or for the next one. */
  private static boolean isWaiter(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (!OwnFrames.isJdk(frame)) {
        return WAITERS.contains(frame.getClassName());
      }
    }
    return false;
  }

  /* A thread of a build tool that moves bytes, and not the one that runs tests. */
  private static boolean isServing(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (frame.getClassName().startsWith("org.junit.")) {
        return false;
      }
    }
    return ThreadRoles.runsRunner(stack);
  }
}
