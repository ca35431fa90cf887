package io.racedet.junit.check;

import io.racedet.junit.agent.scope.Coverage;
import io.racedet.junit.report.FoundRace;
import io.racedet.junit.settings.SeededSchedule;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Records what instrumented code does; one recording at a time. */
public interface TestRecorder {
  /**
   * Starts a recording.
   *
   * @param perturbation how threads are perturbed until it ends
   * @return the running recording
   */
  ActiveRecording start(SeededSchedule perturbation);

  /**
   * Returns which classes of the test are instrumented by now.
   *
   * @return how many, and the failures
   */
  Coverage coverage();

  /**
   * Returns how many instrumented classes an entry of {@code instrument} matches by now.
   *
   * @param entry a package, a class or {@code group:artifact}
   * @return the number
   */
  int matches(String entry);

  /**
   * Asks to keep the trace of the first repetition that has a race of some kind, as a file.
   *
   * @param name what to call the file
   * @param races tells which races are worth it
   */
  default void keepTrace(String name, Predicate<FoundRace> races) {}

  /**
   * Returns the files of the traces that were kept.
   *
   * @return names relative to the folder of the output
   */
  default List<String> traces() {
    return List.of();
  }

  /**
   * Returns what went wrong beside the recording.
   *
   * @return what a reader should know
   */
  default List<String> warnings() {
    return List.of();
  }

  /**
   * Returns what the recordings so far have shown of some instructions.
   *
   * @param keys texts as of {@link io.racedet.report.Instruction#key}
   * @return those of them that were executed, and those that do not exist
   */
  default SeenInstructions instructions(Set<String> keys) {
    return SeenInstructions.NONE;
  }

  /** A running recording. */
  @FunctionalInterface
  interface ActiveRecording {
    /**
     * Ends the recording, also when threads of the test still run.
     *
     * @return gives what was seen; the work of analysis is done when it is asked for
     */
    FinishedRecording stop();
  }

  /** A recording that has ended. */
  @FunctionalInterface
  interface FinishedRecording {
    /**
     * Analyses the recording.
     *
     * @return what was seen
     */
    Observation analyse();
  }
}
