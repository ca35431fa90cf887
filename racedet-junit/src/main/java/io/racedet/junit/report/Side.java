package io.racedet.junit.report;

import java.util.List;

/**
 * One access of a race, as a reader sees it.
 *
 * @param slot position of the thread among those of its recording; negative when unknown
 * @param element index of the element of an array, negative for other variables
 * @param thread name of the thread
 * @param operation for example {@code write} or {@code atomic read}
 * @param frames the stack, innermost first; the first one is the access; empty when unknown
 * @param locks the locks held, in the order of their acquisition, with the place of it
 * @param started where the thread was started; empty when before the recording
 * @param nearestSync the nearest synchronisation of the thread on the side of the other access:
 *     after the first access, before the second; empty when there is none
 */
public record Side(
    int slot,
    int element,
    String thread,
    String operation,
    List<StackTraceElement> frames,
    List<String> locks,
    String started,
    String nearestSync) {
  /** The access that an engine cannot name, since it knows locksets only. */
  public static final Side UNKNOWN = new Side(-1, -1, "", "", List.of(), List.of(), "", "");

  /**
   * Keeps its own copies of the lists.
   *
   * @param slot position of the thread
   * @param element index of the element
   * @param thread name of the thread
   * @param operation the operation
   * @param frames the stack
   * @param locks the locks held
   * @param started where the thread was started
   * @param nearestSync the nearest synchronisation
   */
  public Side {
    frames = List.copyOf(frames);
    locks = List.copyOf(locks);
  }

  /**
   * Returns whether this is an access of the run.
   *
   * @return false for {@link #UNKNOWN}
   */
  public boolean isKnown() {
    return !operation.isEmpty();
  }
}
