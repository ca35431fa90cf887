package io.racedet.runtime.calls;

/**
 * Determines how calls of methods are treated that a class outside the JDK may inherit from it.
 * Implemented by the agent.
 */
public interface InheritedKinds {
  /**
   * The kind of the calls of a method on an object of a class; {@link CallKinds#KNOWN} if the
   * method is not inherited from the JDK.
   */
  int of(Class<?> type, String method);
}
