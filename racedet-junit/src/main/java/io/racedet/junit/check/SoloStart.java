package io.racedet.junit.check;

import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.record.Recording;
import io.racedet.junit.threads.OtherThreads;
import io.racedet.junit.threads.TestThread;
import java.util.List;

/**
 * Decides for each recording of a test whether its thread alone can act when it begins: then its
 * accesses are not recorded until it lets another thread go on. None of them can be in a race. A
 * thread that other code has begun to run may hold locks, and is recorded. Not thread-safe.
 */
final class SoloStart {
  private final ActingThreads acting;
  private boolean isAllowed;
  private String warning = "";

  SoloStart(boolean isAllowed, ActingThreads acting) {
    this.isAllowed = isAllowed;
    this.acting = acting;
  }

  /** Looks at the other threads once the recording sees what they do. */
  void begin(Recording recording) {
    Thread current = Thread.currentThread();
    if (isAllowed && current instanceof TestThread && recording.isCalm()) {
      OtherThreads others = OtherThreads.now(acting.kinds());
      if (!others.canAct()) {
        recording.beginSolo(current, others.awaitNotify());
      }
    }
  }

  /** If a thread has acted by itself, the next recordings of the test are complete. */
  void end(RecordedTrace trace) {
    warning = "";
    trace.unexpected().ifPresent(this::end);
  }

  private void end(Thread unexpected) {
    acting.add(unexpected);
    isAllowed = false;
    warning =
        "the last repetition was recorded in part: thread \""
            + unexpected.getName()
            + "\" has acted although nothing was seen to wake it. Repeat the test, or set"
            + " racedet.solo=false";
  }

  /** What is missing in the last recording. */
  List<String> warnings() {
    return warning.isEmpty() ? List.of() : List.of(warning);
  }
}
