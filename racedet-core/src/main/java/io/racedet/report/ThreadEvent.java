package io.racedet.report;

import java.util.List;

/** The event of one thread of a finding: an access, or a request for a lock. */
public sealed interface ThreadEvent permits ReportedAccess, ReportedRequest {
  /** {@return where the thread is: event, thread, instruction and stacks} */
  Position position();

  /** {@return where the event is in the source: the frame to show} */
  Frame frame();

  /** {@return the index of the event; 1-based, 0 if it was not recorded} */
  default long index() {
    return position().index();
  }

  /** {@return the thread} */
  default String thread() {
    return position().thread();
  }

  /** {@return the instruction, {@link Instruction#UNKNOWN} if it is not known} */
  default Instruction site() {
    return position().site();
  }

  /** {@return the stack of the thread, innermost first; may be empty} */
  default List<Frame> stack() {
    return position().stack();
  }
}
