package io.racedet.junit.check;

import io.racedet.junit.settings.SeededSchedule;

/** A recorder whose first recording may begin before it is known which test it is of. */
public interface EarlyRecorder extends TestRecorder {
  /** Starts a recording: the next one if that has its schedule. */
  void startEarly(SeededSchedule schedule);

  /** Nothing that this thread does is recorded until its repetition ends the silence. */
  void silenceEarly();

  /** Drops the recording that was started early, if it is not in use. */
  void dropEarly();
}
