package io.racedet.junit.check;

import io.racedet.junit.settings.SeededSchedule;
import io.racedet.junit.threads.Activity;
import java.util.List;
import java.util.Optional;

/**
 * One repetition: its number, its schedule, and its recording, which begins and ends once.
 *
 * <p>Thread-safe: a body that hung may continue while another thread ends the repetition.
 */
public final class Repetition implements Activity {
  private enum State {
    NEW,
    RECORDING,
    ENDED
  }

  private final int number;
  private final SeededSchedule schedule;
  private final TestRecorder recorder;
  private State state = State.NEW;
  private TestRecorder.ActiveRecording active;
  private TestRecorder.FinishedRecording finished;

  Repetition(int number, SeededSchedule schedule, TestRecorder recorder) {
    this.number = number;
    this.schedule = schedule;
    this.recorder = recorder;
  }

  /** Returns the number of this repetition, from 1. */
  public int number() {
    return number;
  }

  SeededSchedule schedule() {
    return schedule;
  }

  /** Begins the recording if that has not been done yet. */
  public synchronized void begin() {
    if (state == State.NEW) {
      active = recorder.start(schedule);
      state = State.RECORDING;
    }
  }

  /** Ends the recording; it cannot be started again. */
  public synchronized void end() {
    if (state == State.RECORDING) {
      finished = active.stop();
      active = null;
    }
    state = State.ENDED;
  }

  /**
   * Ends requests that complete deadlocks, now that the repetition hangs; returns whether there is
   * such a request, so that the repetition goes on.
   */
  synchronized boolean breakDeadlocks() {
    return active != null && active.breakDeadlocks();
  }

  @Override
  public synchronized long events(List<Thread> of) {
    return active == null ? 0 : active.events(of);
  }

  @Override
  public synchronized long waited() {
    return active == null ? 0 : active.waited();
  }

  @Override
  public synchronized List<Thread> threads() {
    return active == null ? List.of() : active.threads();
  }

  @Override
  public synchronized void silence() {
    if (active != null) {
      active.silence();
    }
  }

  /**
   * Records again what this thread does, if {@link #silence} or an earlier start has ended that.
   */
  public synchronized void endSilence() {
    if (active != null) {
      active.endSilence();
    }
  }

  @Override
  public synchronized boolean endSolo() {
    return active != null && active.endSolo();
  }

  /** Ends the recording and returns it, if there is one. */
  synchronized Optional<TestRecorder.FinishedRecording> recording() {
    end();
    return Optional.ofNullable(finished);
  }
}
