package io.racedet.report;

import io.racedet.race.Grade;
import io.racedet.race.Race;
import io.racedet.race.RaceKind;
import java.util.List;

/**
 * A race as a report tells it.
 *
 * @param variable the variable
 * @param kind how the accesses conflict
 * @param grade how well it is proved
 * @param engine name of the engine that found it
 * @param pairs how many pairs of accesses it stands for
 * @param first the earlier access, or {@link ReportedAccess#UNKNOWN}
 * @param second the later access
 * @param origin where the object comes from, for reading; empty when unknown
 * @param why why nothing orders the accesses, for reading, a paragraph a line
 * @param remark why a candidate is refuted, or why it is not decided although a witness was
 *     searched; else empty
 * @param timeline what the two threads did around the accesses
 * @param witness the order that proves it
 * @param sightings where it was found, at least one
 * @param replay how to repeat it, for reading; empty where there is no way
 * @param accept how to accept it: the line of a baseline file; empty where there is no baseline
 * @param accepted the reason for which it is accepted; empty when it is not
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
    String replay,
    String accept,
    String accepted) {
  /**
   * Keeps its own copy of the sightings.
   *
   * @param variable the variable
   * @param kind how the accesses conflict
   * @param grade how well it is proved
   * @param engine name of the engine
   * @param pairs how many pairs of accesses
   * @param first the earlier access
   * @param second the later access
   * @param origin where the object comes from
   * @param why why nothing orders the accesses
   * @param remark why a candidate is refuted or not decided
   * @param timeline what the two threads did
   * @param witness the order that proves it
   * @param sightings where it was found
   * @param replay how to repeat it
   * @param accept how to accept it
   * @param accepted the reason for which it is accepted
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
   * @param origin where the object comes from
   * @param why why nothing orders the accesses
   * @param timeline what the two threads did
   * @param witness the order that proves it
   * @param sightings where it was found
   * @param replay how to repeat it
   * @param accept how to accept it
   * @param accepted the reason for which it is accepted
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
   * Makes a reported race of what an engine alone knows.
   *
   * @param race the race
   * @return locations without classes, no stacks, and no sighting yet
   */
  public static ReportedRace of(Race race) {
    return EngineRace.of(race);
  }

  /**
   * Starts a race that differs from this one.
   *
   * @return has all of this race
   */
  public ReportedRaceBuilder change() {
    return new ReportedRaceBuilder(this);
  }

  /**
   * Returns what tells this race from others, and is the same in every run and when lines move: the
   * variable and the two places, whichever access came first.
   *
   * @return what the baseline and the fingerprint are made of
   */
  public RaceKey key() {
    return RaceKey.of(variable.key(), first.site().key(), second.site().key());
  }

  /**
   * Returns whether it is accepted.
   *
   * @return whether there is a reason
   */
  public boolean isAccepted() {
    return !accepted.isEmpty();
  }
}
