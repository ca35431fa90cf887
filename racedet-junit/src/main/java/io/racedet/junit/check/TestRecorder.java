package io.racedet.junit.check;

import io.racedet.junit.advice.ClassFiles;
import io.racedet.junit.agent.scope.Coverage;
import io.racedet.junit.report.FoundRace;
import io.racedet.junit.settings.SeededSchedule;
import io.racedet.junit.threads.Activity;
import io.racedet.junit.threads.HangText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Records what instrumented code does; one recording at a time. */
public interface TestRecorder {
  /** Starts a recording, until the end of which threads are perturbed. */
  ActiveRecording start(SeededSchedule schedule);

  /** Returns which classes of the test are instrumented so far. */
  Coverage coverage();

  /**
   * Returns how many instrumented classes match an entry of {@code instrument} so far: a package, a
   * class or {@code group:artifact}.
   */
  int matches(String entry);

  /** Requests that the trace of the first repetition with a race of some kind be saved. */
  default void keepTrace(String name, Predicate<FoundRace> races) {}

  /** Returns the files of the saved traces. */
  default List<String> traces() {
    return List.of();
  }

  /** Whether the last recording is known to miss something that it should have. */
  default boolean isInPart() {
    return false;
  }

  /**
   * Whether in all recordings so far one thread alone could act, up to the end: then there is no
   * race, also in what is not instrumented.
   */
  default boolean wasAlone() {
    return false;
  }

  /**
   * Whether the last recording is worth nothing, and a repetition in its place is to be recorded.
   *
   * @throws io.racedet.junit.NotCheckedError when that is not possible
   */
  default boolean recordsAgain() {
    return false;
  }

  /** Returns the problems other than those of the recording itself. */
  default List<String> warnings() {
    return List.of();
  }

  /**
   * Returns which of some instructions, by {@link io.racedet.report.Instruction#key}, were executed
   * in the recordings so far, and which do not exist.
   */
  default SeenInstructions instructions(Set<String> keys) {
    return SeenInstructions.NONE;
  }

  /** Returns what finds the class files of the code under test. */
  default ClassFiles classFiles() {
    return ClassFiles.NONE;
  }

  /** A running recording. */
  @FunctionalInterface
  interface ActiveRecording extends Activity {
    /** Ends the recording, also when threads of the test still run. */
    FinishedRecording stop();

    /**
     * Ends requests for locks that complete deadlocks, where only a hang shows that it is one;
     * returns whether there is such a request, so that threads go on.
     */
    default boolean breakDeadlocks() {
      return false;
    }

    /** Ends what {@link #silence} has begun. */
    default void endSilence() {}

    @Override
    default long events(List<Thread> of) {
      return UNKNOWN.events(of);
    }

    @Override
    default List<Thread> threads() {
      return UNKNOWN.threads();
    }
  }

  /** A recording that has ended. */
  @FunctionalInterface
  interface FinishedRecording {
    /** Analyses the recording. */
    Observation analyse();

    /**
     * Returns whether threads were held at all locations of the target at the same time, and
     * releases the recording.
     */
    default boolean hasCaught() {
      return analyse().confirmed();
    }

    /**
     * Explains a hang at its end: names the objects in what is said of its threads, and adds what
     * they wait for as far as thread states do not tell it; before anything else is done with the
     * recording; returns nothing if it knows nothing.
     *
     * @param waiting where threads wait for others that do not end it, by their ids
     */
    default Optional<String> explain(HangText threads, Map<Long, String> waiting) {
      return Optional.empty();
    }

    /** Releases the recording without an analysis. */
    default void discard() {}
  }
}
