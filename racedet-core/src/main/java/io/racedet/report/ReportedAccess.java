package io.racedet.report;

import java.util.List;
import java.util.Optional;

/**
 * One of the two accesses of a race.
 *
 * @param index 1-based index of the access in the trace, 0 if there is no such access
 * @param thread name of the thread
 * @param write whether it writes
 * @param atomic whether it is an atomic access
 * @param site the instruction
 * @param stack the stack, innermost first; the first frame is that of the instruction; may be empty
 * @param locks the locks held, in the order of their acquisition
 * @param started the stack that started the thread, innermost first; empty when unknown
 * @param startedBy name of the thread that started it; empty when unknown
 * @param nearest the nearest synchronisation of the thread towards the other access that could have
 *     ordered them: after the first access, before the second one; empty if there is none or it is
 *     unknown
 */
public record ReportedAccess(
    long index,
    String thread,
    boolean write,
    boolean atomic,
    Instruction site,
    List<Frame> stack,
    List<HeldLock> locks,
    List<Frame> started,
    String startedBy,
    Optional<SyncPoint> nearest) {
  /** The access that an engine which knows only locksets cannot name. */
  public static final ReportedAccess UNKNOWN =
      new ReportedAccess(
          0, "", false, false, Instruction.UNKNOWN, List.of(), List.of(), List.of(), "");

  /**
   * Keeps its own copies of the lists.
   *
   * @param index index in the trace
   * @param thread name of the thread
   * @param write whether it writes
   * @param atomic whether it is an atomic access
   * @param site the instruction
   * @param stack the stack
   * @param locks the locks held
   * @param started the stack that started the thread
   * @param startedBy name of the thread that started it
   * @param nearest the nearest synchronisation
   */
  public ReportedAccess {
    stack = List.copyOf(stack);
    locks = List.copyOf(locks);
    started = List.copyOf(started);
  }

  /**
   * Makes an access whose nearest synchronisation is not known.
   *
   * @param index index in the trace
   * @param thread name of the thread
   * @param write whether it writes
   * @param atomic whether it is an atomic access
   * @param site the instruction
   * @param stack the stack
   * @param locks the locks held
   * @param started the stack that started the thread
   * @param startedBy name of the thread that started it
   */
  public ReportedAccess(
      long index,
      String thread,
      boolean write,
      boolean atomic,
      Instruction site,
      List<Frame> stack,
      List<HeldLock> locks,
      List<Frame> started,
      String startedBy) {
    this(index, thread, write, atomic, site, stack, locks, started, startedBy, Optional.empty());
  }

  /**
   * Returns whether the access is known.
   *
   * @return false for {@link #UNKNOWN}
   */
  public boolean isKnown() {
    return index > 0;
  }

  /**
   * Returns what it does.
   *
   * @return for example {@code atomic write}
   */
  public String operation() {
    return (atomic ? "atomic " : "") + (write ? "write" : "read");
  }
}
