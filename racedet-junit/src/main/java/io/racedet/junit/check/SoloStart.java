package io.racedet.junit.check;

import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.record.Recording;
import io.racedet.junit.threads.ActingThreads;
import io.racedet.junit.threads.OtherThreads;
import java.util.List;

/**
 * Decides for each recording of a test whether its thread alone can act when it begins: then its
 * accesses are not recorded until it lets another thread go on. None of them can be in a race. Not
 * thread-safe.
 */
final class SoloStart {
  private final ActingThreads acting;
  private final boolean isCounted;
  private boolean isAllowed;
  private boolean wasAlone = true;
  private String warning = "";

  /**
   * @param isCounted whether its accesses are to be counted, and their instructions known
   */
  SoloStart(boolean isAllowed, boolean isCounted, ActingThreads acting) {
    this.isAllowed = isAllowed;
    this.isCounted = isCounted;
    this.acting = acting;
  }

  /** Looks at the other threads once the recording sees what they do. */
  void begin(Recording recording) {
    if (isAllowed) {
      OtherThreads others = acting.others(recording.lastWakeUp());
      if (!others.canAct() && recording.isCalm()) {
        recording.beginSolo(
            Thread.currentThread(),
            others.awaitNotify(),
            others.serving(),
            others.ending(),
            isCounted);
        return;
      }
    }
    recording.recordAll();
  }

  /** If a thread has acted by itself, the next recordings of the test are complete. */
  void end(RecordedTrace trace) {
    warning = "";
    if (!trace.isSolo()) {
      wasAlone = false;
      acting.lookAgain();
    }
    trace.unexpected().ifPresent(this::acted);
  }

  private void acted(Thread unexpected) {
    acting.add(unexpected);
    isAllowed = false;
    warning =
        "the last repetition was recorded in part: thread \""
            + unexpected.getName()
            + "\" acted although nothing was seen to wake it. Repeat the test, or set"
            + " racedet.solo=false";
  }

  /** Whether no other thread could act in any recording so far. */
  boolean wasAlone() {
    return wasAlone;
  }

  /** Whether something is missing in the last recording. */
  boolean isInPart() {
    return !warning.isEmpty();
  }

  /** What is missing in the last recording. */
  List<String> warnings() {
    return warning.isEmpty() ? List.of() : List.of(warning);
  }
}
