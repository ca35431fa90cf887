package io.racedet.report;

import io.racedet.race.Grade;
import io.racedet.race.Race;
import io.racedet.race.RaceKind;
import java.util.List;
import java.util.stream.Stream;

/**
 * A race in a report.
 *
 * @param variable the variable
 * @param kind how the accesses conflict
 * @param grade how well it is proved
 * @param engine name of the engine that found it
 * @param pairs how many pairs of accesses it stands for
 * @param first the earlier access, or {@link ReportedAccess#UNKNOWN}
 * @param second the later access
 * @param origin where the object was allocated, as text; empty when unknown
 * @param why why nothing orders the accesses, as text, one line for each paragraph
 * @param remark why a candidate is refuted, or undecided although a witness was searched; otherwise
 *     empty
 * @param timeline what the two threads did around the accesses
 * @param witness the order that proves it
 * @param sightings where it was found, at least one
 * @param unlisted how many more times it was found
 * @param replay how to reproduce it, as text; empty if that is impossible
 * @param accept the line of a baseline file that accepts it; empty if there is no baseline
 * @param accepted why it is accepted; empty if it is not
 * @param standing whether it is new, and who owns the code
 */
public record ReportedRace(
    ReportedVariable variable,
    RaceKind kind,
    Grade grade,
    String engine,
    long pairs,
    ReportedAccess first,
    ReportedAccess second,
    String origin,
    String why,
    String remark,
    Timeline timeline,
    WitnessOrder witness,
    List<Occurrence> sightings,
    long unlisted,
    String replay,
    String accept,
    String accepted,
    Standing standing) {
  /**
   * Keeps its own copy of the occurrences.
   *
   * @param variable the variable
   * @param kind how the accesses conflict
   * @param grade how well it is proved
   * @param engine name of the engine
   * @param pairs how many pairs of accesses
   * @param first the earlier access
   * @param second the later access
   * @param origin where the object was allocated
   * @param why why nothing orders the accesses
   * @param remark why a candidate is refuted or undecided
   * @param timeline what the two threads did
   * @param witness the order that proves it
   * @param sightings where it was found
   * @param unlisted how many more times it was found
   * @param replay how to reproduce it
   * @param accept the line that accepts it
   * @param accepted why it is accepted
   * @param standing whether it is new
   */
  public ReportedRace {
    sightings = List.copyOf(sightings);
  }

  /**
   * Makes a race without a remark.
   *
   * @param variable the variable
   * @param kind how the accesses conflict
   * @param grade how well it is proved
   * @param engine name of the engine
   * @param pairs how many pairs of accesses
   * @param first the earlier access
   * @param second the later access
   * @param origin where the object was allocated
   * @param why why nothing orders the accesses
   * @param timeline what the two threads did
   * @param witness the order that proves it
   * @param sightings where it was found
   * @param replay how to reproduce it
   * @param accept the line that accepts it
   * @param accepted why it is accepted
   */
  public ReportedRace(
      ReportedVariable variable,
      RaceKind kind,
      Grade grade,
      String engine,
      long pairs,
      ReportedAccess first,
      ReportedAccess second,
      String origin,
      String why,
      Timeline timeline,
      WitnessOrder witness,
      List<Occurrence> sightings,
      String replay,
      String accept,
      String accepted) {
    this(
        variable, kind, grade, engine, pairs, first, second, origin, why, "", timeline, witness,
        sightings, replay, accept, accepted);
  }

  /**
   * Makes a race of which all sightings are listed, and it is not known whether it is new.
   *
   * @param variable the variable
   * @param kind how the accesses conflict
   * @param grade how well it is proved
   * @param engine name of the engine
   * @param pairs how many pairs of accesses
   * @param first the earlier access
   * @param second the later access
   * @param origin where the object was allocated
   * @param why why nothing orders the accesses
   * @param remark why a candidate is refuted or undecided
   * @param timeline what the two threads did
   * @param witness the order that proves it
   * @param sightings where it was found
   * @param replay how to reproduce it
   * @param accept the line that accepts it
   * @param accepted why it is accepted
   */
  public ReportedRace(
      ReportedVariable variable,
      RaceKind kind,
      Grade grade,
      String engine,
      long pairs,
      ReportedAccess first,
      ReportedAccess second,
      String origin,
      String why,
      String remark,
      Timeline timeline,
      WitnessOrder witness,
      List<Occurrence> sightings,
      String replay,
      String accept,
      String accepted) {
    this(
        variable,
        kind,
        grade,
        engine,
        pairs,
        first,
        second,
        origin,
        why,
        remark,
        timeline,
        witness,
        sightings,
        0,
        replay,
        accept,
        accepted,
        Standing.UNKNOWN);
  }

  /**
   * Converts the race of an engine.
   *
   * @param race the race
   * @return a race with locations without classes, and without stacks and occurrences
   */
  public static ReportedRace of(Race race) {
    return EngineRace.of(race);
  }

  /**
   * Starts a modified copy of this race.
   *
   * @return a builder with all values of this race
   */
  public ReportedRaceBuilder change() {
    return new ReportedRaceBuilder(this);
  }

  /**
   * Returns what identifies this race in every run, even if lines change: the variable and the two
   * locations, in whichever order they were accessed.
   *
   * @return the key for baseline and fingerprint
   */
  public RaceKey key() {
    return RaceKey.of(variable.key(), first.site().key(), second.site().key());
  }

  /**
   * Returns whether it is accepted.
   *
   * @return true if so
   */
  public boolean isAccepted() {
    return !accepted.isEmpty();
  }

  /**
   * Returns the race in one line.
   *
   * @return its kind, grade, variable and the two locations
   */
  public String headline() {
    String one = first.site().knownLocation();
    String other = second.site().knownLocation();
    String locations = one.equals(other) ? "both at " + one : one + " and " + other;
    if (!first.isKnown()) {
      locations = "no common lock, at " + other;
    }
    return kind.text() + " race (" + grade + ") on " + variable.name() + ": " + locations;
  }

  /**
   * Returns where the accesses are.
   *
   * @return the frames of the known ones
   */
  public List<Frame> places() {
    return Stream.of(first, second)
        .filter(access -> access.isKnown() && access.site().isKnown())
        .map(access -> access.site().frame())
        .toList();
  }
}
