package io.racedet.runtime;

/**
 * Whether the process has begun to record, and whether data accesses are recorded: both constants
 * to the compiler, see {@link CompiledFlag}. So they stay on between recordings. Thread-safe.
 */
public final class RecordingSwitch {
  private static final CompiledFlag RECORDING = CompiledFlag.off();
  private static final CompiledFlag DATA = CompiledFlag.off();

  private RecordingSwitch() {}

  /** Whether anything is recorded. */
  public static boolean isOn() {
    return RECORDING.isOn();
  }

  /** Whether data accesses are. */
  public static boolean isOnForData() {
    return DATA.isOn();
  }

  /** Turns the recording of everything but data accesses on or off for all threads. */
  public static void turn(boolean on) {
    RECORDING.turn(on);
  }

  /** Turns the recording of data accesses on or off for all threads. */
  public static void turnForData(boolean on) {
    DATA.turn(on);
  }
}
