package io.racedet.junit.record;

import io.racedet.runtime.Recorder;

/** How the schedule is perturbed during the recording. */
public enum Perturbation {
  /** No perturbation. */
  NONE(Recorder.SCHEDULE_NONE),
  /** Random delays and thread switches. */
  NOISE(Recorder.SCHEDULE_NOISE),
  /** One thread at a time, by random priorities of threads with random changes. */
  PRIORITY(Recorder.SCHEDULE_PRIORITY),
  /** One thread at a time, by random priorities of events. */
  EVENTS(Recorder.SCHEDULE_EVENTS),
  /** One thread at a time, each equally likely. */
  WALK(Recorder.SCHEDULE_WALK),
  /** One thread at a time, by random priorities of instructions. */
  INSTRUCTIONS(Recorder.SCHEDULE_INSTRUCTIONS),
  /** One of the first three, chosen by the seed. */
  ANY(Recorder.SCHEDULE_ANY);

  private final int code;

  Perturbation(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
