package io.racedet.runtime.calls;

/**
 * Tells which calls request a monitor before any code of the method runs. Implemented by the agent.
 */
public interface SynchronizedMethods {
  /**
   * Whether the first thing that a call does is to request the monitor, and whether it is recorded
   * that it has got it. The method is looked for in the class of the object on which it is called,
   * or of a static method in the class that the call names.
   */
  boolean askFirst(Class<?> type, String method);
}
