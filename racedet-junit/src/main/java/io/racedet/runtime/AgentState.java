package io.racedet.runtime;

/**
 * What the agent leaves with the runtime, of which there is one copy for all class loaders: itself,
 * so that it is found again, and what it knows of the code. Thread-safe.
 */
public final class AgentState {
  private static Object instrumentation;
  private static Object agent;
  private static FieldFinder fieldFinder;

  private AgentState() {}

  /**
   * Returns what the JVM has given to the agent.
   *
   * @return a java.lang.instrument.Instrumentation, or null
   */
  public static synchronized Object instrumentation() {
    return instrumentation;
  }

  /**
   * Keeps what the JVM has given to the agent.
   *
   * @param service a java.lang.instrument.Instrumentation
   */
  public static synchronized void instrumentation(Object service) {
    instrumentation = service;
  }

  /**
   * Returns the agent of this process.
   *
   * @return what {@link #agent(Object)} was given, or null
   */
  public static synchronized Object agent() {
    return agent;
  }

  /**
   * Keeps the agent of this process, whose classes this package cannot name.
   *
   * @param installed the agent
   */
  public static synchronized void agent(Object installed) {
    agent = installed;
  }

  static synchronized FieldFinder fieldFinder() {
    return fieldFinder;
  }

  /**
   * Keeps what finds the fields of VarHandles and the like.
   *
   * @param finder part of the agent
   */
  public static synchronized void fieldFinder(FieldFinder finder) {
    fieldFinder = finder;
  }

  /**
   * Adds a modelled method; before the first recording.
   *
   * @param className binary name
   * @param method the method
   * @param descriptor its descriptor
   * @param lifted whether the calls that it makes count
   */
  public static void defineModelled(
      String className, String method, String descriptor, boolean lifted) {
    Hooks.BEGUN_CALLS.add(
        className, method, descriptor, lifted ? BegunCalls.LIFTED : BegunCalls.RAISED);
  }
}
