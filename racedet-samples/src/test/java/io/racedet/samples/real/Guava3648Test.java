package io.racedet.samples.real;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Guava 3648: both threads only read the graph. */
class Guava3648Test extends RealRace {
  private static final String LIBRARY = "com.google.common";
  private static final String VARIABLE = "MapIteratorCache.entrySetCache";

  Guava3648Test() {
    super("guava-3648", VARIABLE, "GraphReaders");
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
