package io.racedet.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;

/**
 * Whether the process has begun to record, and whether it records data accesses. To the optimising
 * compiler both are constants, so that it leaves nothing of a hook in code that runs without; what
 * it has compiled is discarded when a switch is turned. So they stay on between recordings.
 * Thread-safe.
 *
 * <p>The compilers take the target of a call site for a constant until it is set again. It is
 * compared, not called: code that is not compiled yet reads one field, and a compiler has less to
 * inline.
 */
public final class RecordingSwitch {
  private static final MethodHandle ON = MethodHandles.constant(boolean.class, Boolean.TRUE);
  private static final MethodHandle OFF = MethodHandles.constant(boolean.class, Boolean.FALSE);
  private static final MutableCallSite STATE = new MutableCallSite(OFF);
  private static final MutableCallSite STATE_FOR_DATA = new MutableCallSite(OFF);

  private RecordingSwitch() {}

  /** Whether anything is recorded. */
  public static boolean isOn() {
    return STATE.getTarget() == ON;
  }

  /** Whether data accesses are. */
  public static boolean isOnForData() {
    return STATE_FOR_DATA.getTarget() == ON;
  }

  /** Turns the recording of everything but data accesses on or off for all threads. */
  public static void turn(boolean on) {
    turn(STATE, on);
  }

  /** Turns the recording of data accesses on or off for all threads. */
  public static void turnForData(boolean on) {
    turn(STATE_FOR_DATA, on);
  }

  private static synchronized void turn(MutableCallSite state, boolean on) {
    MethodHandle target = on ? ON : OFF;
    if (state.getTarget() != target) {
      state.setTarget(target);
      MutableCallSite.syncAll(new MutableCallSite[] {state});
    }
  }
}
