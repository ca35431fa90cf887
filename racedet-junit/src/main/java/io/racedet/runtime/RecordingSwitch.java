package io.racedet.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;

/**
 * Whether the process has begun to record, and whether it records data accesses. To the optimising
 * compiler both are constants, so that it leaves nothing of a hook in code that runs without; what
 * it has compiled is discarded when a switch is turned. So they stay on between recordings.
 * Thread-safe.
 */
public final class RecordingSwitch {
  private static final MethodHandle ON = MethodHandles.constant(boolean.class, Boolean.TRUE);
  private static final MethodHandle OFF = MethodHandles.constant(boolean.class, Boolean.FALSE);
  private static final MutableCallSite STATE = new MutableCallSite(OFF);
  private static final MutableCallSite STATE_FOR_DATA = new MutableCallSite(OFF);
  private static final MethodHandle GET = STATE.dynamicInvoker();
  private static final MethodHandle GET_FOR_DATA = STATE_FOR_DATA.dynamicInvoker();

  /* Where it is no constant, a call through a handle would be the dearest part of a hook. */
  private static final boolean IS_OPTIMISED = isOptimised(System.getProperty("java.vm.info", ""));

  private static volatile boolean on;
  private static volatile boolean onForData;

  private RecordingSwitch() {}

  /* Not in a JVM that interprets only, or has only its quick compiler (TieredStopAtLevel=1). */
  static boolean isOptimised(String modeOfJvm) {
    return !modeOfJvm.contains("interpreted mode") && !modeOfJvm.contains("emulated-client");
  }

  /** Whether anything is recorded. */
  public static boolean isOn() {
    if (!IS_OPTIMISED) {
      return on;
    }
    try {
      return (boolean) GET.invokeExact();
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** Whether data accesses are. */
  public static boolean isOnForData() {
    if (!IS_OPTIMISED) {
      return onForData;
    }
    try {
      return (boolean) GET_FOR_DATA.invokeExact();
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /* A constant throws nothing but what the JVM may throw anywhere. */
  private static Error unchecked(Throwable thrown) {
    if (thrown instanceof RuntimeException) {
      throw (RuntimeException) thrown;
    }
    return thrown instanceof Error ? (Error) thrown : new AssertionError(thrown);
  }

  /** Turns the recording of everything but data accesses on or off for all threads. */
  public static synchronized void turn(boolean on) {
    if (RecordingSwitch.on != on) {
      RecordingSwitch.on = on;
      turn(STATE, on);
    }
  }

  /** Turns the recording of data accesses on or off for all threads. */
  public static synchronized void turnForData(boolean on) {
    if (onForData != on) {
      onForData = on;
      turn(STATE_FOR_DATA, on);
    }
  }

  private static void turn(MutableCallSite state, boolean on) {
    state.setTarget(on ? ON : OFF);
    MutableCallSite.syncAll(new MutableCallSite[] {state});
  }
}
