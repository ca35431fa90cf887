package io.racedet.runtime.calls;

/**
 * Determines how calls of methods are treated that a class outside the JDK may inherit from it.
 * Implemented by the agent.
 */
public interface InheritedKinds {
  /**
   * Returns the kind of the calls of a method.
   *
   * @param type the class of the object on which the method is called
   * @return one of {@link CallKinds}; {@link CallKinds#KNOWN} if the method is not inherited from
   *     the JDK
   */
  int of(Class<?> type, String method);
}
