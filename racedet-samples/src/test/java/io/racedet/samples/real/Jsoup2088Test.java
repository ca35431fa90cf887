package io.racedet.samples.real;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** jsoup 2088: five fields of an iterator that was thought to be private. */
class Jsoup2088Test extends RealRace {
  private static final String LIBRARY = "org.jsoup";
  private static final String VARIABLE = "NodeIterator.current";

  Jsoup2088Test() {
    super("jsoup-2088", VARIABLE, "SharedQuery");
  }

  @Test
  @ExpectRace(on = VARIABLE, with = @RaceFree(instrument = LIBRARY))
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
