package io.racedet.runtime.memory;

/**
 * Threads of the JDK that work after a garbage collection, which comes at any time: if they had
 * turns, the order of the other threads would not come again.
 */
public final class JdkThreads {
  private JdkThreads() {}

  /** Whether a thread is one of them. */
  public static boolean isOne(Thread thread) {
    String name = thread.getName();
    return name.equals("Reference Handler") || name.equals("Common-Cleaner");
  }
}
