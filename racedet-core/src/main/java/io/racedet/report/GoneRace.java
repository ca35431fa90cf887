package io.racedet.report;

import java.util.List;

/**
 * A known race or deadlock that is gone: each test that had shown it ran to its end, and none
 * showed it again.
 *
 * @param race what was known about it
 * @param owners the owners of the files that it was in; may be empty
 */
public record GoneRace(KnownRace race, List<String> owners) {
  /**
   * Keeps its own copy of the list.
   *
   * @param race what was known about it
   * @param owners the owners of the files
   */
  public GoneRace {
    owners = List.copyOf(owners);
  }
}
