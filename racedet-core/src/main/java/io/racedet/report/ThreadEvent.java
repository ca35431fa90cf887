package io.racedet.report;

import java.util.List;

/** What one of the threads of a finding does: an access, or a request for a lock. */
public sealed interface ThreadEvent permits ReportedAccess, ReportedRequest {
  /**
   * Returns where the thread is.
   *
   * @return event, thread, instruction and stacks
   */
  Position position();

  /**
   * Returns where the event is in the source.
   *
   * @return the frame to show
   */
  Frame frame();

  /**
   * Returns the index of the event.
   *
   * @return 1-based, 0 if it was not recorded
   */
  default long index() {
    return position().index();
  }

  /**
   * Returns the thread.
   *
   * @return its name
   */
  default String thread() {
    return position().thread();
  }

  /**
   * Returns the instruction.
   *
   * @return {@link Instruction#UNKNOWN} if it is not known
   */
  default Instruction site() {
    return position().site();
  }

  /**
   * Returns the stack of the thread.
   *
   * @return innermost first; may be empty
   */
  default List<Frame> stack() {
    return position().stack();
  }
}
