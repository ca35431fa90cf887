package io.racedet.samples.real;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** DBCP-369: the race is not on a field of the library, but on a map of the JDK. */
class Dbcp369Test extends RealRace {
  private static final String LIBRARY = "org.apache.commons";
  private static final String VARIABLE = "HashMap contents";

  Dbcp369Test() {
    super("dbcp-369", VARIABLE, "DataSourceRegistry", "DataSourceRegistry2");
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
