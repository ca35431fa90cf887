package io.racedet.junit.report;

import java.util.Optional;

/**
 * What the check needs to know about a race in addition to what is reported.
 *
 * @param element index of the element of an array, negative for other variables
 * @param firstSlot index of the thread of the earlier access among those of the recording; negative
 *     when unknown
 * @param secondSlot index of the thread of the later access
 * @param accepted why the code under test accepts races on the variable; empty when it does not
 * @param handOver why what the threads synchronise by does not order the accesses
 */
public record RunDetails(
    Target target,
    int element,
    int firstSlot,
    int secondSlot,
    Optional<String> accepted,
    HandOver handOver) {
  /** Nothing is known. */
  public static final RunDetails NONE =
      new RunDetails(Target.NONE, -1, -1, -1, Optional.empty(), HandOver.UNRELATED);

  /** Returns the same with another hand-over. */
  public RunDetails with(HandOver other) {
    return new RunDetails(target, element, firstSlot, secondSlot, accepted, other);
  }
}
