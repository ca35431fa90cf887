package io.racedet.report;

import java.util.List;

/**
 * A thread of a deadlock: what it holds, and what it asks for.
 *
 * @param index 1-based index of the acquire in the trace; 0 if it was not recorded
 * @param thread name of the thread
 * @param lock name of the lock that it asks for
 * @param shared whether in read mode
 * @param site the instruction; of a synchronized method its beginning
 * @param stack the stack, innermost first; may be empty
 * @param locks the locks that the thread holds, in the order of their acquisition
 * @param started the stack that started the thread, innermost first; empty when unknown
 * @param startedBy name of the thread that started it; empty when unknown
 */
public record ReportedRequest(
    long index,
    String thread,
    String lock,
    boolean shared,
    Instruction site,
    List<Frame> stack,
    List<LockHold> locks,
    List<Frame> started,
    String startedBy) {
  /**
   * Keeps its own copies of the lists.
   *
   * @param index index of the acquire
   * @param thread name of the thread
   * @param lock name of the lock
   * @param shared whether in read mode
   * @param site the instruction
   * @param stack the stack
   * @param locks the locks that the thread holds
   * @param started the stack that started the thread
   * @param startedBy name of the thread that started it
   */
  public ReportedRequest {
    stack = List.copyOf(stack);
    locks = List.copyOf(locks);
    started = List.copyOf(started);
  }

  /**
   * Returns the lock that it asks for with its mode.
   *
   * @return its name, which ends in {@code " (shared)"} for read mode
   */
  public String wanted() {
    return shared ? lock + " (shared)" : lock;
  }

  /**
   * Returns where it asks for the lock.
   *
   * @return the first frame of the stack of which the class is known, else the instruction
   */
  public Frame frame() {
    return stack.isEmpty() ? site.frame() : stack.get(0);
  }
}
