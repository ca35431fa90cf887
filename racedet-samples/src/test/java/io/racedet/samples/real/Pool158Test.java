package io.racedet.samples.real;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * POOL-158: found by prediction only. In either order of the two threads, the lock of the pool
 * happens to order the two accesses. So no repetition needs another schedule than the first.
 */
class Pool158Test extends RealRace {
  private static final String LIBRARY = "org.apache.commons.pool";
  private static final String VARIABLE = "GenericKeyedObjectPool._minIdle";

  Pool158Test() {
    super("pool-158", VARIABLE, "PoolEviction");
  }

  @Test
  @ExpectRace(on = VARIABLE, with = @RaceFree(instrument = LIBRARY, repetitions = 1))
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
