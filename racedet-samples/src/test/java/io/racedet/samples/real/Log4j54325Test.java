package io.racedet.samples.real;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Bugzilla 54325, hidden in one order: the monitor of a JDK Vector orders the two threads. The fix
 * is in reload4j.
 */
class Log4j54325Test extends RealRace {
  private static final String LIBRARY = "org.apache.log4j";
  private static final String VARIABLE = "AppenderAttachableImpl.appenderList";

  Log4j54325Test() {
    super("log4j-54325", VARIABLE, "AppenderList");
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
