package io.racedet.runtime;

import io.racedet.runtime.calls.AgentServices;
import io.racedet.runtime.calls.BegunCalls;
import io.racedet.runtime.calls.CallKinds;

/**
 * State of the agent that must exist once per JVM. Classes of the agent may be loaded by several
 * class loaders; this one is loaded by the boot loader alone. Thread-safe.
 */
public final class AgentState {
  private static Object instrumentation;
  private static Object agent;

  private AgentState() {}

  /** The java.lang.instrument.Instrumentation of the JVM; null before the agent is installed. */
  public static synchronized Object instrumentation() {
    return instrumentation;
  }

  /** Sets the instrumentation service of the JVM, unless it is known. */
  public static synchronized void instrumentation(Object service) {
    if (instrumentation == null) {
      instrumentation = service;
    }
  }

  /** The agent of this process, or null. Its type is unknown to this package. */
  public static synchronized Object agent() {
    return agent;
  }

  /** Sets the agent of this process, before it weaves the first class. */
  public static synchronized void agent(Object installed) {
    WarmUp.run();
    agent = installed;
  }

  /** Sets what the runtime asks the agent. */
  public static void services(AgentServices services) {
    Registry.services = services;
  }

  /**
   * Which methods tell that they have begun, to which the agent adds those of its models, before
   * the first recording.
   */
  public static BegunCalls begunCalls() {
    return Registry.BEGUN_CALLS;
  }

  /** How calls of code that is not recorded are treated; the agent adds those of its models. */
  public static CallKinds callKinds() {
    return Registry.CALL_KINDS;
  }
}
