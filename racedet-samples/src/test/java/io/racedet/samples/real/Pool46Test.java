package io.racedet.samples.real;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** POOL-46. */
class Pool46Test extends RealRace {
  private static final String LIBRARY = "org.apache.commons.pool";
  private static final String VARIABLE = "BaseObjectPool.closed";

  Pool46Test() {
    super("pool-46", VARIABLE, "PoolClose");
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
