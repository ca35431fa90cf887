package io.racedet.junit.record;

import io.racedet.runtime.Recorder;

/** How the schedule is disturbed while it is recorded. */
public enum Perturbation {
  /** Not at all. */
  NONE(Recorder.SCHEDULE_NONE),
  /** Random delays, and hand-offs from thread to thread. */
  NOISE(Recorder.SCHEDULE_NOISE),
  /** Random priorities with random changes. */
  PRIORITY(Recorder.SCHEDULE_PRIORITY),
  /** One of the others, drawn from the seed. */
  ANY(Recorder.SCHEDULE_ANY);

  private final int code;

  Perturbation(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
