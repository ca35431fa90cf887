package io.racedet.runtime.calls;

/**
 * Tells which calls ask for a monitor before any code of the method runs. Implemented by the agent.
 */
public interface SynchronizedMethods {
  /**
   * Returns whether the first thing that a call does is to ask for the monitor, and whether it is
   * recorded that it has got it.
   *
   * @param type the class in which the method is looked for: that of the object on which it is
   *     called, or of a static method the class that the call names
   */
  boolean askFirst(Class<?> type, String method);
}
