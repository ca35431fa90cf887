package io.racedet.samples.real;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import io.racedet.race.Race;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** jsoup 2088: five fields of an iterator that was assumed to be used by one thread only. */
class Jsoup2088Test extends RealRace {
  private static final String LIBRARY = "org.jsoup";
  private static final String VARIABLE = "NodeIterator.current";

  /** The fields that change together. */
  private static final Set<String> VARIABLES =
      Set.of(
          VARIABLE,
          "NodeIterator.root",
          "NodeIterator.next",
          "NodeIterator.previous",
          "NodeIterator.currentParent");

  Jsoup2088Test() {
    super("jsoup-2088", VARIABLE, "SharedQuery");
  }

  @Test
  @ExpectRace(on = VARIABLE, with = @RaceFree(instrument = LIBRARY, timeLimit = "300s"))
  void racyVersion_underExpectRace_passes() throws Exception {
    runRacy();
  }

  @Test
  @RaceFree(instrument = LIBRARY)
  @Tag(RACY)
  void racyVersion_underRaceFree_fails() throws Exception {
    runRacy();
  }

  @Test
  @RaceFree(instrument = LIBRARY)
  @Tag(CLEAN)
  void fixedVersion_underRaceFree_passes() throws Exception {
    runFixed();
  }

  @Override
  public boolean isExpected(Race race) {
    return VARIABLES.contains(race.variable());
  }
}
