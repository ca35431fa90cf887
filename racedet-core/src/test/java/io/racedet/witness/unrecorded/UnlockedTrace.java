package io.racedet.witness.unrecorded;

import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.witness.EventHistory;

/** A small trace without locks. */
final class UnlockedTrace {
  private UnlockedTrace() {}

  /** Events of the {@code std} format, with a space between them. */
  static EventHistory of(String events) {
    LockContexts contexts = new LockContexts();
    EventBlock block = new EventBlock();
    for (TraceEvent e : TestTrace.parse(events.split(" ")).events()) {
      int context = contexts.root(e.thread());
      block.add(e.op(), e.thread(), e.operand(), block.size() + 1, context, e.location());
    }
    EventHistory trace = new EventHistory(contexts);
    trace.consume(block);
    return trace;
  }
}
