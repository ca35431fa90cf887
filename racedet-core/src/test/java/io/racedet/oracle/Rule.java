package io.racedet.oracle;

import io.racedet.event.Op;

/**
 * The rules of the definitions. An oracle that leaves one out gives another verdict on the traces
 * on which the rule decides.
 */
public enum Rule {
  /** A fork before the events of the child. */
  FORK(Op.FORK),
  /** The events of the child before a join. */
  JOIN(Op.JOIN),
  /** The fork of a thread without events before its join. */
  CHILD_WITHOUT_EVENTS(Op.JOIN),
  /** A notify before the wake that it caused. */
  WAKE(Op.WAKE),
  /** Of several notifies during a wait the last one causes the wake. */
  LAST_NOTIFY(Op.WAKE),
  /** A notify before the wait causes no wake. */
  NOTIFY_AFTER_RELEASE(Op.WAKE),
  /** A notify after the acquire that ends the wait causes no wake. */
  NOTIFY_BEFORE_ACQUIRE(Op.WAKE),
  /** An exclusive section excludes an exclusive one. */
  EXCLUSIVE_SECTIONS(Op.ACQUIRE),
  /** An exclusive section excludes a later shared one. */
  SHARED_AFTER_EXCLUSIVE(Op.ACQUIRE_SHARED),
  /** A shared section excludes a later exclusive one. */
  EXCLUSIVE_AFTER_SHARED(Op.ACQUIRE_SHARED),
  /** Shared sections do not exclude each other. */
  SHARED_SECTIONS(Op.ACQUIRE_SHARED),
  /** Of the acquires and releases of a lock held several times only the outermost count. */
  REENTRANCY,
  /** A sync-write before a later sync-read. */
  SYNC_WRITE_READ(Op.SYNC_READ),
  /** A sync-read before a later sync-write, where observed order is kept. */
  SYNC_READ_WRITE(Op.SYNC_READ),
  /** A sync-write before a later sync-write, where observed order is kept. */
  SYNC_WRITE_WRITE(Op.SYNC_WRITE),
  /** A send before a later receive. */
  SEND_RECEIVE(Op.RECEIVE),
  /** A receive before a later send, where observed order is kept. */
  RECEIVE_SEND(Op.RECEIVE),
  /** A send before a later send, where observed order is kept. */
  SEND_SEND(Op.SEND),
  /** Two atomic accesses do not conflict. */
  ATOMIC_PAIR(Op.ATOMIC_WRITE),
  /** An atomic access is one for last writes, conflicting sections and locksets. */
  ATOMIC_ACCESS(Op.ATOMIC_READ, Op.ATOMIC_WRITE),
  /** The variables of a new object are new. */
  NEW_OBJECT(Op.ALLOC),
  /** The last write of a read before it. */
  LAST_WRITE_READ,
  /** The edge from a last write to its read alone does not order the two. */
  LAST_WRITE_RACE,
  /** No common lock protects the accesses of a race. */
  LOCKSET,
  /** The rule about sections with conflicting accesses: (a), RCD. */
  CONFLICTING_SECTIONS,
  /** The rule about sections that the relation orders: (b), RRD, ROD. */
  ORDERED_SECTIONS,
  /** The same for sections of which only edges of the same rule show that they are ordered. */
  ORDERED_SECTIONS_AGAIN,
  /** Several sections that one orders, the earlier of which only a later one shows. */
  ORDERED_SECTIONS_AT_ONCE,
  /** The same for two sections of one thread, as in CP. */
  ORDERED_SECTIONS_OF_A_THREAD,
  /** A section still open at the end of the trace counts as released there. */
  OPEN_SECTION,
  /** Composition with happens-before on the left. */
  COMPOSITION_BEFORE,
  /** Composition with happens-before on the right. */
  COMPOSITION_AFTER,
  /** What happens before the source of a hard edge is before its target. */
  HARD_EDGE,
  /** Two writes in sections of a lock: the next read of the second thread comes after the first. */
  NEXT_READ,
  /** Sections around two such writes are ordered: those that contain the second write. */
  AROUND_WRITES,
  /** Sections around two such writes are ordered: those that end after the second write. */
  BEHIND_WRITES,
  /** A thread's own accesses are protected, see the lockset discipline. */
  OWN_LOCK,
  /** Reads alone do not violate the lockset discipline. */
  READS_ALONE,
  /** A shared section protects no write. */
  WRITE_IN_SHARED(Op.ACQUIRE_SHARED),
  /** A read of a reordering sees its write of the trace. */
  READS_FROM,
  /** A sync-read of a reordering sees its sync-write of the trace. */
  SYNC_READS_FROM(Op.SYNC_READ);

  private final Op[] concerned;

  Rule(Op... concerned) {
    this.concerned = concerned;
  }

  /** Whether a trace has an operation that the rule is about. */
  public boolean concerns(TestTrace trace) {
    return concerned.length == 0 || trace.uses(concerned);
  }
}
