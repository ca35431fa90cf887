package io.racedet.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;

/**
 * A flag that is rarely turned. To the optimising compiler it is a constant, so that it leaves
 * nothing of code for the other value; what it has compiled is discarded when the flag is turned.
 * For that it must be in a static final field, and a record, whose fields the compiler trusts.
 * Thread-safe.
 *
 * @param state the value, as the target of a call site
 * @param get returns it
 */
record CompiledFlag(MutableCallSite state, MethodHandle get) {
  private static final MethodHandle ON = MethodHandles.constant(boolean.class, Boolean.TRUE);
  private static final MethodHandle OFF = MethodHandles.constant(boolean.class, Boolean.FALSE);

  /* Where it is no constant, a call through a handle would be the dearest part of a hook. */
  private static final boolean IS_OPTIMISED = isOptimised(System.getProperty("java.vm.info", ""));

  /** A flag that is off. */
  static CompiledFlag off() {
    MutableCallSite state = new MutableCallSite(OFF);
    return new CompiledFlag(state, state.dynamicInvoker());
  }

  /* Not in a JVM that interprets only, or has only its quick compiler (TieredStopAtLevel=1). */
  static boolean isOptimised(String modeOfJvm) {
    return !modeOfJvm.contains("interpreted mode") && !modeOfJvm.contains("emulated-client");
  }

  /** Whether it is on. */
  boolean isOn() {
    if (!IS_OPTIMISED) {
      return state.getTarget() == ON;
    }
    try {
      return (boolean) get.invokeExact();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e); // a constant throws nothing
    }
  }

  /** Turns it on or off for all threads. */
  synchronized void turn(boolean on) {
    if (state.getTarget() == ON != on) {
      state.setTarget(on ? ON : OFF);
      MutableCallSite.syncAll(new MutableCallSite[] {state});
    }
  }
}
