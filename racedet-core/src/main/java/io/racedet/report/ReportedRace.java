package io.racedet.report;

import io.racedet.race.Race;
import io.racedet.race.RaceKind;
import java.util.List;
import java.util.stream.Stream;

/**
 * A race in a report.
 *
 * @param accesses the two accesses, and the variable
 * @param engine name of the engine that found it
 * @param pairs how many pairs of accesses it stands for
 * @param origin where the object was allocated, as text; empty when unknown
 * @param timeline what the two threads did around the accesses
 * @param evidence how well it is proved
 * @param history where it was found, and what is known about it
 */
public record ReportedRace(
    Conflict accesses,
    String engine,
    long pairs,
    String origin,
    Timeline timeline,
    Evidence evidence,
    History history)
    implements Finding {
  /**
   * {@return the race of an engine, with locations without classes, and without stacks and
   * occurrences}
   *
   * @param race the race
   */
  public static ReportedRace of(Race race) {
    return EngineFinding.of(race);
  }

  /** {@return the variable} */
  public ReportedVariable variable() {
    return accesses.variable();
  }

  /** {@return how the accesses conflict} */
  public RaceKind kind() {
    return accesses.kind();
  }

  /** {@return the earlier access, {@link ReportedAccess#UNKNOWN} if the engine does not know it} */
  public ReportedAccess first() {
    return accesses.first();
  }

  /** {@return the later access} */
  public ReportedAccess second() {
    return accesses.second();
  }

  /**
   * {@return a copy with other accesses}
   *
   * @param others the accesses
   */
  public ReportedRace with(Conflict others) {
    return new ReportedRace(others, engine, pairs, origin, timeline, evidence, history);
  }

  /**
   * {@return a copy with another timeline}
   *
   * @param other what the two threads did
   */
  public ReportedRace with(Timeline other) {
    return new ReportedRace(accesses, engine, pairs, origin, other, evidence, history);
  }

  @Override
  public ReportedRace with(Evidence other) {
    return new ReportedRace(accesses, engine, pairs, origin, timeline, other, history);
  }

  @Override
  public ReportedRace with(History other) {
    return new ReportedRace(accesses, engine, pairs, origin, timeline, evidence, other);
  }

  @Override
  public ReportedRace counted(long number) {
    return new ReportedRace(accesses, engine, number, origin, timeline, evidence, history);
  }

  @Override
  public long count() {
    return pairs;
  }

  @Override
  public String noun() {
    return "race";
  }

  @Override
  public String conflict() {
    return kind().text();
  }

  @Override
  public List<ReportedAccess> events() {
    return List.of(first(), second());
  }

  /**
   * {@inheritDoc}
   *
   * @return the variable and the two locations, in whichever order they were accessed
   */
  @Override
  public RaceKey key() {
    return RaceKey.of(variable().key(), first().site().key(), second().site().key());
  }

  @Override
  public String headline() {
    String one = first().frame().knownLocation();
    String other = second().frame().knownLocation();
    String locations = one.equals(other) ? "both at " + one : one + " and " + other;
    if (!first().isKnown()) {
      locations = "no common lock, at " + other;
    }
    return conflict() + " race (" + grade() + ") on " + variable().name() + ": " + locations;
  }

  @Override
  public List<Frame> places() {
    return Stream.of(first(), second())
        .filter(access -> access.isKnown() && access.site().isKnown())
        .map(ReportedAccess::frame)
        .toList();
  }
}
