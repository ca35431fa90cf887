package io.racedet.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;

/**
 * Whether the process has begun to record. To the optimising compiler it is a constant, so that it
 * leaves nothing of a hook in code that runs without a recording; what it has compiled is discarded
 * when the switch is turned. So it stays on between recordings. Thread-safe.
 */
public final class RecordingSwitch {
  private static final MethodHandle ON = MethodHandles.constant(boolean.class, Boolean.TRUE);
  private static final MethodHandle OFF = MethodHandles.constant(boolean.class, Boolean.FALSE);
  private static final MutableCallSite STATE = new MutableCallSite(OFF);
  private static final MethodHandle GET = STATE.dynamicInvoker();

  /* Where it is no constant, a call through a handle would be the dearest part of a hook. */
  private static final boolean IS_OPTIMISED = isOptimised(System.getProperty("java.vm.info", ""));

  private static volatile boolean on;

  private RecordingSwitch() {}

  /* Not in a JVM that interprets only, or has only its quick compiler (TieredStopAtLevel=1). */
  static boolean isOptimised(String modeOfJvm) {
    return !modeOfJvm.contains("interpreted mode") && !modeOfJvm.contains("emulated-client");
  }

  /** Whether it is on. */
  public static boolean isOn() {
    if (!IS_OPTIMISED) {
      return on;
    }
    try {
      return (boolean) GET.invokeExact();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e); // a constant throws nothing
    }
  }

  /** Turns it on or off for all threads. */
  public static synchronized void turn(boolean on) {
    if (RecordingSwitch.on != on) {
      RecordingSwitch.on = on;
      STATE.setTarget(on ? ON : OFF);
      MutableCallSite.syncAll(new MutableCallSite[] {STATE});
    }
  }
}
