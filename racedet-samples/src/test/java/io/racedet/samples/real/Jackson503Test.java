package io.racedet.samples.real;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * jackson-databind 503: the read lock does not order its holders, and a {@code get} of an
 * access-ordered map writes.
 */
class Jackson503Test extends RealRace {
  private static final String LIBRARY = "com.fasterxml.jackson.databind";
  private static final String VARIABLE = "LRUMap contents";

  Jackson503Test() {
    super("jackson-503", VARIABLE, "LeastRecentlyUsed");
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
}
