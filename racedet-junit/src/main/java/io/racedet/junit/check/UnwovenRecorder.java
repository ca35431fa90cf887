package io.racedet.junit.check;

import io.racedet.junit.advice.ClassFiles;
import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.agent.scope.Coverage;
import io.racedet.junit.agent.scope.Scope;
import io.racedet.junit.report.FoundRace;
import io.racedet.junit.settings.SeededSchedule;
import io.racedet.junit.threads.ActingThreads;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Records nothing, as nothing is woven: of a test that alone can act, and therefore has no race. If
 * another thread has acted all the same, a recorder of woven code goes on in its place.
 */
final class UnwovenRecorder implements EarlyRecorder {
  private static final Observation ONE_THREAD =
      new Observation(0, 0, 1, false, false, false, List.of());

  private final RacedetAgent agent;
  private final Scope scope;
  private final ActingThreads threads;
  private final ClassLoader loader;
  private final Supplier<EarlyRecorder> woven;
  private EarlyRecorder next; // null while nothing was missed
  private boolean hasMissed;
  private String trace;
  private Predicate<FoundRace> kept = race -> false;

  /**
   * @param loader of the test
   * @param woven weaves the classes under test
   */
  UnwovenRecorder(
      RacedetAgent agent,
      Scope scope,
      ActingThreads threads,
      ClassLoader loader,
      Supplier<EarlyRecorder> woven) {
    this.loader = loader;
    this.agent = agent;
    this.scope = scope;
    this.threads = threads;
    this.woven = woven;
  }

  @Override
  public boolean recordsAgain() {
    if (next != null || !hasMissed) {
      return false;
    }
    next = woven.get();
    next.keepTrace(trace, kept);
    return true;
  }

  @Override
  public void startEarly(SeededSchedule schedule) {}

  @Override
  public void silenceEarly() {}

  @Override
  public void dropEarly() {}

  @Override
  public ActiveRecording start(SeededSchedule schedule) {
    if (next != null) {
      return next.start(schedule);
    }
    return () -> {
      hasMissed = !agent.isPutOff() || !threads.areServing(agent.lastStart());
      return () -> ONE_THREAD;
    };
  }

  @Override
  public boolean isInPart() {
    return next == null ? hasMissed : next.isInPart();
  }

  @Override
  public boolean wasAlone() {
    return next == null ? !hasMissed : next.wasAlone();
  }

  @Override
  public List<String> warnings() {
    return next == null ? List.of() : next.warnings();
  }

  @Override
  public void keepTrace(String name, Predicate<FoundRace> races) {
    trace = name;
    kept = races;
  }

  @Override
  public List<String> traces() {
    return next == null ? List.of() : next.traces();
  }

  @Override
  public SeenInstructions instructions(Set<String> keys) {
    return next == null ? notExecuted(keys) : next.instructions(keys);
  }

  /* A single thread shows nothing of a race, but what does not exist is known. */
  private SeenInstructions notExecuted(Set<String> keys) {
    ClassFiles files = ClassFiles.of(loader);
    return new ExecutedSites(agent.sites(), className -> false, loader, files).of(keys);
  }

  @Override
  public ClassFiles classFiles() {
    return next == null ? ClassFiles.NONE : next.classFiles();
  }

  @Override
  public Coverage coverage() {
    return agent.coverage(scope);
  }

  @Override
  public int matches(String entry) {
    return agent.coverage(scope.onlyOf(entry)).woven().size();
  }
}
