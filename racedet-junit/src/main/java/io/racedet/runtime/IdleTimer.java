package io.racedet.runtime;

import io.racedet.runtime.log.OwnThread;

/**
 * Turns the {@link RecordingSwitch} off when nothing has been recorded for a while: not at once,
 * since turning it discards compiled code. Its thread lives for that while. Thread-safe.
 */
public final class IdleTimer implements Runnable {
  private static final long MILLION = 1_000_000;

  private final long nanos;
  private boolean isRecording;
  private long idleSince;
  private Thread waiter; // null without one

  /** Starts without a recording; the switch is turned off after so many nanoseconds without one. */
  public IdleTimer(long nanos) {
    this.nanos = nanos;
  }

  /** A recording begins. */
  public synchronized void begin() {
    isRecording = true;
    RecordingSwitch.turn(true);
  }

  /** The recording has ended. */
  public synchronized void end() {
    isRecording = false;
    idleSince = System.nanoTime();
    if (waiter == null) {
      waiter = new OwnThread("racedet-idle", this);
      waiter.start();
    }
  }

  /** Waits until the switch is to be turned off. */
  @Override
  public synchronized void run() {
    try {
      long left = nanos;
      while (isRecording || left > 0) {
        wait(Math.max(1, (isRecording ? nanos : left) / MILLION));
        left = nanos - (System.nanoTime() - idleSince);
      }
      RecordingSwitch.turn(false);
      RecordingSwitch.turnForData(false);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the switch stays on, which only costs time
    } finally {
      waiter = null;
    }
  }
}
