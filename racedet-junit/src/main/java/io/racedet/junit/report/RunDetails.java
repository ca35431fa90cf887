package io.racedet.junit.report;

import java.util.Optional;

/**
 * What only the checker needs to know of a race, beside what is reported of it.
 *
 * @param target where threads can be driven into it
 * @param element index of the element of an array, negative for other variables
 * @param firstSlot index of the earlier thread among those of its recording; negative when unknown
 * @param secondSlot index of the later thread
 * @param accepted why the code under test accepts races on the variable; empty when it does not
 */
public record RunDetails(
    Target target, int element, int firstSlot, int secondSlot, Optional<String> accepted) {
  /** Nothing is known. */
  public static final RunDetails NONE = new RunDetails(Target.NONE, -1, -1, -1, Optional.empty());
}
