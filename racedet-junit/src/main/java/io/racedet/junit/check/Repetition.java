package io.racedet.junit.check;

import io.racedet.junit.settings.SeededSchedule;
import java.util.Optional;

/**
 * One repetition: its number, its perturbation, and its recording, which begins and ends once.
 *
 * <p>Thread-safe: a body that hung may go on while the repetition is closed from outside.
 */
public final class Repetition {
  private enum State {
    NEW,
    RECORDING,
    ENDED
  }

  private final int number;
  private final SeededSchedule perturbation;
  private final TestRecorder recorder;
  private State state = State.NEW;
  private TestRecorder.ActiveRecording active;
  private TestRecorder.FinishedRecording finished;

  Repetition(int number, SeededSchedule perturbation, TestRecorder recorder) {
    this.number = number;
    this.perturbation = perturbation;
    this.recorder = recorder;
  }

  /**
   * Returns the number of this repetition.
   *
   * @return 1 for the first
   */
  public int number() {
    return number;
  }

  SeededSchedule perturbation() {
    return perturbation;
  }

  /** Begins the recording if that has not been done yet. */
  public synchronized void begin() {
    if (state == State.NEW) {
      active = recorder.start(perturbation);
      state = State.RECORDING;
    }
  }

  /** Ends the recording for good. */
  public synchronized void end() {
    if (state == State.RECORDING) {
      finished = active.stop();
      active = null;
    }
    state = State.ENDED;
  }

  /** Ends the recording and returns it, if there is one. */
  synchronized Optional<TestRecorder.FinishedRecording> recording() {
    end();
    return Optional.ofNullable(finished);
  }
}
