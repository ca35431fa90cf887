package io.racedet.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a project knows about a race or a deadlock besides the results of the run: whether it is
 * new, and who owns the code.
 *
 * @param state whether it is new
 * @param since when it was first seen, as in ISO 8601; empty if it is new or that is not known
 * @param owners the owners of the files of both accesses, or of all requests; may be empty
 */
public record Standing(State state, String since, List<String> owners) {
  /** Whether a race is new. */
  public enum State {
    /** Nothing is known of earlier runs. */
    UNJUDGED,
    /** A baseline or the code accepts it, or its test expects it. */
    ACCEPTED,
    /** An earlier run has shown it. */
    KNOWN,
    /** No earlier run has shown it. */
    NEW
  }

  /** Nothing is known of earlier runs, and no owner. */
  public static final Standing UNKNOWN = new Standing(State.UNJUDGED, "", List.of());

  /**
   * Keeps its own copy of the list.
   *
   * @param state whether it is new
   * @param since when it was first seen
   * @param owners the owners of the files
   */
  public Standing {
    owners = List.copyOf(owners);
  }

  /**
   * {@return a copy with other owners}
   *
   * @param all the owners
   */
  public Standing withOwners(List<String> all) {
    return new Standing(state, since, all);
  }

  /**
   * Merges the standings that two runs of a report give the same race: the newer state counts.
   *
   * @param other the other one
   * @return the later state in the order of the constants, with the owners of both
   */
  Standing and(Standing other) {
    Standing newer = other.state.compareTo(state) > 0 ? other : this;
    Set<String> all = new LinkedHashSet<>(owners);
    all.addAll(other.owners);
    return newer.withOwners(new ArrayList<>(all));
  }
}
