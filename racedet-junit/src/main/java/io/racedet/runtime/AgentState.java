package io.racedet.runtime;

import io.racedet.runtime.calls.BegunCalls;
import io.racedet.runtime.calls.CallKinds;
import io.racedet.runtime.calls.FieldFinder;
import io.racedet.runtime.calls.InheritedKinds;
import io.racedet.runtime.calls.ReferenceWeaver;
import io.racedet.runtime.calls.SynchronizedMethods;

/**
 * State of the agent that must exist once per JVM. Classes of the agent may be loaded by several
 * class loaders; this one is loaded by the boot loader alone. Thread-safe.
 */
public final class AgentState {
  private static Object instrumentation;
  private static Object agent;
  private static FieldFinder fieldFinder;
  private static ReferenceWeaver referenceWeaver;
  private static InheritedKinds inheritedKinds;
  private static SynchronizedMethods synchronizedMethods;

  private AgentState() {}

  /**
   * Returns the instrumentation service of the JVM.
   *
   * @return a java.lang.instrument.Instrumentation, null before the agent is installed
   */
  public static synchronized Object instrumentation() {
    return instrumentation;
  }

  /**
   * Sets the instrumentation service of the JVM.
   *
   * @param service a java.lang.instrument.Instrumentation
   */
  public static synchronized void instrumentation(Object service) {
    instrumentation = service;
  }

  /**
   * Returns the agent of this process.
   *
   * @return what {@link #agent(Object)} was called with, or null
   */
  public static synchronized Object agent() {
    return agent;
  }

  /** Sets the agent of this process. Its type is unknown to this package. */
  public static synchronized void agent(Object installed) {
    agent = installed;
  }

  static synchronized FieldFinder fieldFinder() {
    return fieldFinder;
  }

  /** Sets what resolves the fields of VarHandles, field updaters and offsets. */
  public static synchronized void fieldFinder(FieldFinder finder) {
    fieldFinder = finder;
  }

  static synchronized ReferenceWeaver referenceWeaver() {
    return referenceWeaver;
  }

  /** Sets what weaves the calls of method references. */
  public static synchronized void referenceWeaver(ReferenceWeaver weaver) {
    referenceWeaver = weaver;
  }

  static synchronized InheritedKinds inheritedKinds() {
    return inheritedKinds;
  }

  /** Sets what resolves the methods that classes inherit from the JDK. */
  public static synchronized void inheritedKinds(InheritedKinds kinds) {
    inheritedKinds = kinds;
  }

  static synchronized SynchronizedMethods synchronizedMethods() {
    return synchronizedMethods;
  }

  /** Sets what tells which calls ask for a monitor first. */
  public static synchronized void synchronizedMethods(SynchronizedMethods methods) {
    synchronizedMethods = methods;
  }

  /**
   * Adds a modelled method. Must be called before the first recording.
   *
   * @param lifted whether the modelled calls that it makes are recorded
   */
  public static void defineModelled(
      String className, String method, String descriptor, boolean lifted) {
    Hooks.BEGUN_CALLS.add(
        className, method, descriptor, lifted ? BegunCalls.LIFTED : BegunCalls.RAISED);
  }

  /** Adds a method inside which nothing is recorded. Must be called before the first recording. */
  public static void defineSilent(String className, String method, String descriptor) {
    Hooks.BEGUN_CALLS.add(className, method, descriptor, BegunCalls.SILENT);
  }

  /**
   * Returns how calls of code that is not recorded are treated.
   *
   * @return the rules, to which the agent adds those of its models
   */
  public static CallKinds callKinds() {
    return Hooks.CALL_KINDS;
  }
}
