package io.racedet.samples.real;

import io.racedet.junit.RaceCheck;
import io.racedet.race.Race;
import io.racedet.samples.launch.RaceCase;
import io.racedet.samples.launch.TestRun;
import org.junit.jupiter.api.Test;

/** The racy and the fixed version of a library, each driven by two threads. */
abstract class RealRace implements RaceCase {
  private final String id;
  private final String variable;
  private final String racyDriver;
  private final String fixedDriver;

  /** A library with the same API in both versions. */
  RealRace(String id, String variable, String driver) {
    this(id, variable, driver, driver);
  }

  RealRace(String id, String variable, String racyDriver, String fixedDriver) {
    this.id = id;
    this.variable = variable;
    this.racyDriver = racyDriver;
    this.fixedDriver = fixedDriver;
  }

  final void runRacy() throws Exception {
    run("racy", racyDriver);
  }

  final void runFixed() throws Exception {
    run("fixed", fixedDriver);
  }

  @Test
  void fixedVersion_inAFewRepetitions_passes() {
    TestRun.passes(getClass(), "fixedVersion_underRaceFree_passes");
  }

  private void run(String version, String driver) throws Exception {
    try (LibraryVersion library = LibraryVersion.load(id, version)) {
      Runnable[] bodies = library.bodies(driver);
      RaceCheck.inParallel(bodies[0]::run, bodies[1]::run);
    }
  }

  @Override
  public String title(String tag) {
    return id + " " + (tag.equals(RACY) ? "racy" : "fixed");
  }

  @Override
  public boolean isExpected(Race race) {
    return race.variable().equals(variable);
  }
}
