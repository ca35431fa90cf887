package io.racedet.junit.extension;

import io.racedet.junit.check.BegunCheck;
import io.racedet.junit.check.EarlyRecorder;
import io.racedet.junit.check.Recorders;
import io.racedet.junit.settings.Options;

/**
 * A recording that has begun with the constructor of a test class, of a test that is not known yet.
 */
final class EarlyRecording {
  final Options options;
  final EarlyRecorder recorder;
  private final Class<?> testClass;
  private final Thread thread = Thread.currentThread();

  private EarlyRecording(Options options, Class<?> testClass, EarlyRecorder recorder) {
    this.options = options;
    this.testClass = testClass;
    this.recorder = recorder;
  }

  static EarlyRecording begin(Options options, Class<?> testClass) {
    EarlyRecorder recorder = Recorders.ofSuite(options, testClass);
    recorder.startEarly(BegunCheck.firstSchedule(options.plan()));
    return new EarlyRecording(options, testClass, recorder);
  }

  /** Whether it is of a test of a class that this thread runs. */
  boolean isOf(Class<?> type) {
    return testClass == type && thread == Thread.currentThread();
  }
}
