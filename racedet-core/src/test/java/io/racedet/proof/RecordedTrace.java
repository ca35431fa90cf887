package io.racedet.proof;

import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.race.AccessContext;
import io.racedet.race.RaceKind;
import io.racedet.wellformed.EventContexts;
import io.racedet.witness.EventHistory;

/** A short test trace without inner acquires, in the form that proofs require. */
final class RecordedTrace {
  final LockContexts contexts = new LockContexts();
  final TestTrace names;
  final EventBlock block = new EventBlock();

  private RecordedTrace(TestTrace trace) {
    names = trace;
    EventContexts held = new EventContexts(contexts);
    for (int i = 1; i <= trace.size(); i++) {
      TraceEvent e = trace.event(i);
      int context = held.at(e.op(), e.thread(), e.operand(), i);
      block.add(e.op(), e.thread(), e.operand(), i, context, e.location());
    }
  }

  /** Parses events with two spaces between them. */
  static RecordedTrace of(String events) {
    return new RecordedTrace(TestTrace.parse(events.split("  ")));
  }

  EventHistory history() {
    EventHistory history = new EventHistory(contexts);
    history.consume(block);
    return history;
  }

  /** Two accesses as an engine reports them. */
  Candidate pair(int first, int second) {
    boolean isRead = names.event(first).isRead();
    RaceKind kind = names.event(second).isRead() ? RaceKind.WRITE_READ : RaceKind.WRITE_WRITE;
    return new Candidate(
        0,
        names.event(first).operand(),
        isRead ? RaceKind.READ_WRITE : kind,
        true,
        first,
        detail(first),
        second,
        detail(second));
  }

  private long detail(int index) {
    long detail = AccessContext.of(block.contexts()[index - 1], block.locations()[index - 1]);
    return names.event(index).isAtomic() ? AccessContext.atomic(detail) : detail;
  }
}
