package io.racedet.samples.real;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** LOGBACK-1037: read under a lock, written without it. */
class Logback1037Test extends RealRace {
  private static final String LIBRARY = "ch.qos.logback.core";
  private static final String VARIABLE = "AppenderBase.started";

  Logback1037Test() {
    super("logback-1037", VARIABLE, "AppenderStop");
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
