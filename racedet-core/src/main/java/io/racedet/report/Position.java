package io.racedet.report;

import java.util.List;

/**
 * Where a thread was at an event.
 *
 * @param index 1-based index of the event in the trace, 0 if it was not recorded
 * @param thread name of the thread
 * @param site the instruction; of a synchronized method its beginning
 * @param stack the stack, innermost first; may be empty
 * @param started the stack that started the thread, innermost first; empty when unknown
 * @param startedBy name of the thread that started it; empty when unknown
 */
public record Position(
    long index,
    String thread,
    Instruction site,
    List<Frame> stack,
    List<Frame> started,
    String startedBy) {
  /** An unknown position. */
  public static final Position UNKNOWN = of(0, "", Instruction.UNKNOWN);

  /**
   * Keeps its own copies of the lists.
   *
   * @param index index of the event
   * @param thread name of the thread
   * @param site the instruction
   * @param stack the stack
   * @param started the stack that started the thread
   * @param startedBy name of the thread that started it
   */
  public Position {
    stack = List.copyOf(stack);
    started = List.copyOf(started);
  }

  /**
   * {@return a position of which the stacks are not known}
   *
   * @param index index of the event
   * @param thread name of the thread
   * @param site the instruction
   */
  public static Position of(long index, String thread, Instruction site) {
    return new Position(index, thread, site, List.of(), List.of(), "");
  }

  /**
   * {@return a copy at another instruction}
   *
   * @param other the instruction
   */
  public Position at(Instruction other) {
    return new Position(index, thread, other, stack, started, startedBy);
  }
}
