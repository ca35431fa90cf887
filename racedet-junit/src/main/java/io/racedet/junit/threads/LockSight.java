package io.racedet.junit.threads;

import java.lang.management.LockInfo;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.List;

/**
 * What a thread waits for or holds, as the JVM names it.
 *
 * @param thread the id of the thread
 * @param className its class
 * @param hash its identity hash
 * @param use what the thread does with it
 * @param isAwaited whether the thread waits for it, rather than holds it
 * @param stack the frames of the program, the one that does this first; empty if it is not known
 */
public record LockSight(
    long thread,
    String className,
    int hash,
    Use use,
    boolean isAwaited,
    List<StackTraceElement> stack) {
  /** What a thread does with an object that synchronises. */
  public enum Use {
    /** It has entered the monitor, or is about to. */
    MONITOR,
    /** It waits to be notified. */
    WAIT,
    /** It has called a method that waits. */
    CALL,
    /** It holds it, not by its monitor. */
    HELD
  }

  /** What a thread waits for. */
  static LockSight awaited(ThreadInfo info) {
    LockInfo lock = info.getLockInfo();
    StackTraceElement[] stack = info.getStackTrace();
    boolean isBlocked = info.getThreadState() == Thread.State.BLOCKED;
    boolean isOwn = stack.length > 0 && OwnFrames.isOwn(stack[0]);
    boolean isWait =
        stack.length > 0
            && stack[0].getClassName().equals("java.lang.Object")
            && stack[0].getMethodName().startsWith("wait");
    boolean isOfJdk = isBlocked && !isOwn && !isWait; // a monitor that code of the JDK enters
    return new LockSight(
        info.getThreadId(),
        lock.getClassName(),
        lock.getIdentityHashCode(),
        isWait ? Use.WAIT : isBlocked ? Use.MONITOR : Use.CALL,
        true,
        isOfJdk ? List.of() : own(stack, 0));
  }

  /** A monitor that a thread holds. */
  static LockSight held(ThreadInfo info, MonitorInfo monitor) {
    boolean isOwn = OwnFrames.isOwn(monitor.getLockedStackFrame());
    return new LockSight(
        info.getThreadId(),
        monitor.getClassName(),
        monitor.getIdentityHashCode(),
        Use.MONITOR,
        false,
        isOwn ? own(info.getStackTrace(), monitor.getLockedStackDepth()) : List.of());
  }

  /** A lock that a thread holds. */
  static LockSight held(ThreadInfo info, LockInfo lock) {
    return new LockSight(
        info.getThreadId(),
        lock.getClassName(),
        lock.getIdentityHashCode(),
        Use.HELD,
        false,
        List.of());
  }

  private static List<StackTraceElement> own(StackTraceElement[] stack, int from) {
    return Arrays.stream(stack).skip(from).filter(OwnFrames::isOwn).toList();
  }

  /** The name that the JVM has for it. */
  public String token() {
    return className + '@' + Integer.toHexString(hash);
  }
}
