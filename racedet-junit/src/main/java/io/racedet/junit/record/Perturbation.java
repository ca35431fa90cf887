package io.racedet.junit.record;

import io.racedet.runtime.Recorder;

/** How the schedule is perturbed during the recording. */
public enum Perturbation {
  /** No perturbation. */
  NONE(Recorder.SCHEDULE_NONE),
  /** Random delays and thread switches. */
  NOISE(Recorder.SCHEDULE_NOISE),
  /** Random priorities with random changes. */
  PRIORITY(Recorder.SCHEDULE_PRIORITY),
  /** One of the others, chosen by the seed. */
  ANY(Recorder.SCHEDULE_ANY);

  private final int code;

  Perturbation(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
