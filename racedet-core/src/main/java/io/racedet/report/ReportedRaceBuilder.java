package io.racedet.report;

import io.racedet.race.Grade;
import io.racedet.race.RaceKind;
import java.util.List;

/** Makes a modified copy of a race. */
public final class ReportedRaceBuilder {
  private ReportedVariable variable;
  private RaceKind kind;
  private Grade grade;
  private String engine;
  private long pairs;
  private ReportedAccess first;
  private ReportedAccess second;
  private String origin;
  private String why;
  private String remark;
  private Timeline timeline;
  private WitnessOrder witness;
  private List<Occurrence> sightings;
  private long unlisted;
  private String replay;
  private String accept;
  private String accepted;
  private Standing standing;

  ReportedRaceBuilder(ReportedRace race) {
    variable = race.variable();
    kind = race.kind();
    grade = race.grade();
    engine = race.engine();
    pairs = race.pairs();
    first = race.first();
    second = race.second();
    origin = race.origin();
    why = race.why();
    remark = race.remark();
    timeline = race.timeline();
    witness = race.witness();
    sightings = race.sightings();
    unlisted = race.unlisted();
    replay = race.replay();
    accept = race.accept();
    accepted = race.accepted();
    standing = race.standing();
  }

  /**
   * Sets the variable.
   *
   * @param value see {@link ReportedRace}
   * @return this
   */
  public ReportedRaceBuilder variable(ReportedVariable value) {
    variable = value;
    return this;
  }

  /**
   * Sets how well it is proved.
   *
   * @param value see {@link ReportedRace}
   * @return this
   */
  public ReportedRaceBuilder grade(Grade value) {
    grade = value;
    return this;
  }

  /**
   * Sets how many pairs of accesses it stands for.
   *
   * @param value see {@link ReportedRace}
   * @return this
   */
  public ReportedRaceBuilder pairs(long value) {
    pairs = value;
    return this;
  }

  /**
   * Sets where the object was allocated.
   *
   * @param value see {@link ReportedRace}
   * @return this
   */
  public ReportedRaceBuilder origin(String value) {
    origin = value;
    return this;
  }

  /**
   * Sets why nothing orders the accesses.
   *
   * @param value see {@link ReportedRace}
   * @return this
   */
  public ReportedRaceBuilder why(String value) {
    why = value;
    return this;
  }

  /**
   * Sets why it is refuted or undecided.
   *
   * @param value see {@link ReportedRace}
   * @return this
   */
  public ReportedRaceBuilder remark(String value) {
    remark = value;
    return this;
  }

  /**
   * Sets what the two threads did.
   *
   * @param value see {@link ReportedRace}
   * @return this
   */
  public ReportedRaceBuilder timeline(Timeline value) {
    timeline = value;
    return this;
  }

  /**
   * Sets the order that proves it.
   *
   * @param value see {@link ReportedRace}
   * @return this
   */
  public ReportedRaceBuilder witness(WitnessOrder value) {
    witness = value;
    return this;
  }

  /**
   * Sets where it was found.
   *
   * @param value see {@link ReportedRace}
   * @return this
   */
  public ReportedRaceBuilder sightings(List<Occurrence> value) {
    sightings = value;
    return this;
  }

  /**
   * Sets how many more times it was found.
   *
   * @param value see {@link ReportedRace}
   * @return this
   */
  public ReportedRaceBuilder unlisted(long value) {
    unlisted = value;
    return this;
  }

  /**
   * Sets how to reproduce it.
   *
   * @param value see {@link ReportedRace}
   * @return this
   */
  public ReportedRaceBuilder replay(String value) {
    replay = value;
    return this;
  }

  /**
   * Sets the two accesses.
   *
   * @param earlier the earlier one
   * @param later the later one
   * @return this
   */
  public ReportedRaceBuilder accesses(ReportedAccess earlier, ReportedAccess later) {
    first = earlier;
    second = later;
    return this;
  }

  /**
   * Sets how it is accepted.
   *
   * @param how the line of a baseline file that accepts it
   * @param reason why it is accepted; empty if it is not
   * @return this
   */
  public ReportedRaceBuilder acceptance(String how, String reason) {
    accept = how;
    accepted = reason;
    return this;
  }

  /**
   * Sets whether it is new, and who owns the code.
   *
   * @param value see {@link ReportedRace}
   * @return this
   */
  public ReportedRaceBuilder standing(Standing value) {
    standing = value;
    return this;
  }

  /**
   * Makes the race.
   *
   * @return the race
   */
  public ReportedRace make() {
    return new ReportedRace(
        variable, kind, grade, engine, pairs, first, second, origin, why, remark, timeline, witness,
        sightings, unlisted, replay, accept, accepted, standing);
  }
}
