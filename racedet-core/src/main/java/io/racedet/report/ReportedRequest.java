package io.racedet.report;

import java.util.List;

/**
 * A thread of a deadlock: what it holds, and what it requests.
 *
 * @param position where the thread is; its event is the acquire
 * @param lock name of the lock that it requests
 * @param shared whether in read mode
 * @param locks the locks that the thread holds, in the order of their acquisition
 */
public record ReportedRequest(Position position, String lock, boolean shared, List<LockHold> locks)
    implements ThreadEvent {
  /**
   * Keeps its own copy of the locks.
   *
   * @param position where the thread is
   * @param lock name of the lock
   * @param shared whether in read mode
   * @param locks the locks that the thread holds
   */
  public ReportedRequest {
    locks = List.copyOf(locks);
  }

  /**
   * {@return the lock that it requests with its mode: its name, which ends in {@code " (shared)"}
   * for read mode}
   */
  public String wanted() {
    return shared ? lock + " (shared)" : lock;
  }

  /**
   * {@inheritDoc}
   *
   * @return the first frame of the stack of which the class is known, else the instruction
   */
  @Override
  public Frame frame() {
    return stack().isEmpty() ? site().frame() : stack().get(0);
  }
}
