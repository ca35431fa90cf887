package io.racedet.report;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Where a finding was found, how to reproduce it, and what the project has decided about it.
 *
 * @param sightings where it was found, at least one in a report; {@code replay} is of the first one
 * @param unlisted how many more times it was found
 * @param replay how to reproduce it, as text; empty if that is impossible
 * @param accept the line of a baseline file that accepts it; empty if there is no baseline
 * @param accepted why it is accepted; empty if it is not
 * @param standing whether it is new, and who owns the code
 */
public record History(
    List<Occurrence> sightings,
    long unlisted,
    String replay,
    String accept,
    String accepted,
    Standing standing) {
  /** Nothing is known yet. */
  public static final History NONE = of(List.of(), "");

  /**
   * Keeps its own copy of the sightings.
   *
   * @param sightings where it was found
   * @param unlisted how many more times
   * @param replay how to reproduce it
   * @param accept the line that accepts it
   * @param accepted why it is accepted
   * @param standing whether it is new
   */
  public History {
    sightings = List.copyOf(sightings);
  }

  /**
   * {@return the history of what was found without a baseline and without a known earlier run}
   *
   * @param sightings all sightings
   * @param replay how to reproduce it
   */
  public static History of(List<Occurrence> sightings, String replay) {
    return new History(sightings, 0, replay, "", "", Standing.UNKNOWN);
  }

  /**
   * {@return a copy with other sightings}
   *
   * @param others where it was found
   * @param more how many more times it was found
   */
  public History seen(List<Occurrence> others, long more) {
    return new History(others, more, replay, accept, accepted, standing);
  }

  /**
   * {@return a copy with another acceptance}
   *
   * @param line the line of a baseline file that accepts it
   * @param reason why it is accepted; empty if it is not
   */
  public History accepted(String line, String reason) {
    return new History(sightings, unlisted, replay, line, reason, standing);
  }

  /**
   * {@return a copy with another standing}
   *
   * @param other whether it is new, and who owns the code
   */
  public History with(Standing other) {
    return new History(sightings, unlisted, replay, accept, accepted, other);
  }

  /**
   * Merges the histories that two parts of a run have of the same finding.
   *
   * @param better the history of the two whose finding is better proved
   */
  History and(History other, History better) {
    Set<Occurrence> all = new LinkedHashSet<>(better.sightings); // the replay is of the first one
    all.addAll(sightings);
    all.addAll(other.sightings);
    // One test may expect a race that makes another one fail.
    boolean isAccepted = !accepted.isEmpty() && !other.accepted.isEmpty();
    return new History(
        List.copyOf(all),
        unlisted + other.unlisted,
        better.replay,
        better.accept,
        isAccepted ? accepted : "",
        standing.and(other.standing));
  }
}
