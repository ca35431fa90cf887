package io.racedet.junit.grande;

import io.racedet.junit.agent.scope.Coverage;
import io.racedet.junit.check.Observation;
import io.racedet.junit.check.SeenInstructions;
import io.racedet.junit.check.TestRecorder;
import io.racedet.junit.report.FoundRace;
import io.racedet.junit.settings.SeededSchedule;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** A recorder that keeps what was seen in a repetition, and how long its recording took. */
final class WatchedRecorder implements TestRecorder {
  private final TestRecorder recorder;
  private Observation seen;
  private long nanos;

  WatchedRecorder(TestRecorder recorder) {
    this.recorder = recorder;
  }

  /** What was seen; empty if the repetition was not analysed. */
  Optional<Observation> seen() {
    return Optional.ofNullable(seen);
  }

  /** From the start of the recording to its end. */
  long nanos() {
    return nanos;
  }

  @Override
  public ActiveRecording start(SeededSchedule schedule) {
    long start = System.nanoTime();
    ActiveRecording active = recorder.start(schedule);
    return () -> {
      FinishedRecording finished = active.stop();
      nanos = System.nanoTime() - start;
      return () -> {
        seen = finished.analyse();
        return seen;
      };
    };
  }

  @Override
  public Coverage coverage() {
    return recorder.coverage();
  }

  @Override
  public int matches(String entry) {
    return recorder.matches(entry);
  }

  @Override
  public void keepTrace(String name, Predicate<FoundRace> races) {
    recorder.keepTrace(name, races);
  }

  @Override
  public List<String> traces() {
    return recorder.traces();
  }

  @Override
  public List<String> warnings() {
    return recorder.warnings();
  }

  @Override
  public SeenInstructions instructions(Set<String> keys) {
    return recorder.instructions(keys);
  }
}
