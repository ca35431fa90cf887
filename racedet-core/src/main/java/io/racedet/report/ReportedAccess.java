package io.racedet.report;

import java.util.List;
import java.util.Optional;

/**
 * One of the two accesses of a race.
 *
 * @param position where its thread is; the first frame of the stack is that of the instruction
 * @param write whether it writes
 * @param atomic whether it is an atomic access
 * @param locks the locks held, in the order of their acquisition
 * @param nearest the nearest synchronisation of the thread towards the other access that could have
 *     ordered them: after the first access, before the second one; empty if there is none or it is
 *     unknown
 */
public record ReportedAccess(
    Position position,
    boolean write,
    boolean atomic,
    List<HeldLock> locks,
    Optional<SyncPoint> nearest)
    implements ThreadEvent {
  /** The missing access of an engine that knows only locksets. */
  public static final ReportedAccess UNKNOWN =
      new ReportedAccess(Position.UNKNOWN, false, false, List.of(), Optional.empty());

  /**
   * Keeps its own copy of the locks.
   *
   * @param position where its thread is
   * @param write whether it writes
   * @param atomic whether it is an atomic access
   * @param locks the locks held
   * @param nearest the nearest synchronisation
   */
  public ReportedAccess {
    locks = List.copyOf(locks);
  }

  /** {@return whether the access is known; false for {@link #UNKNOWN}} */
  public boolean isKnown() {
    return index() > 0;
  }

  /**
   * {@return a copy at another instruction, without the nearest synchronisation}
   *
   * @param site the instruction
   */
  public ReportedAccess at(Instruction site) {
    return new ReportedAccess(position.at(site), write, atomic, locks, Optional.empty());
  }

  /** {@return what it does, for example {@code atomic write}} */
  public String operation() {
    return (atomic ? "atomic " : "") + (write ? "write" : "read");
  }

  @Override
  public Frame frame() {
    return site().frame();
  }
}
