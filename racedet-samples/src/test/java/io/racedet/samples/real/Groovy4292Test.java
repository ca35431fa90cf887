package io.racedet.samples.real;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * GROOVY-4292: the race is not on a field of the library, but on a map of the JDK. The map of the
 * library that fixed it reads the elements of its table without synchronisation, by design: still a
 * data race, so it is excluded.
 */
class Groovy4292Test extends RealRace {
  private static final String LIBRARY = "org.codehaus.groovy";
  private static final String OWN_MAPS = "org.codehaus.groovy.util";
  private static final String VARIABLE = "WeakHashMap contents";

  Groovy4292Test() {
    super("groovy-4292", VARIABLE, "ClassNodeCache");
  }

  @Test
  @ExpectRace(
      on = VARIABLE,
      with = @RaceFree(instrument = LIBRARY, exclude = OWN_MAPS, timeLimit = "300s"))
  void racyVersion_underExpectRace_passes() throws Exception {
    runRacy();
  }

  @Test
  @RaceFree(instrument = LIBRARY, exclude = OWN_MAPS)
  @Tag(RACY)
  void racyVersion_underRaceFree_fails() throws Exception {
    runRacy();
  }

  @Test
  @RaceFree(instrument = LIBRARY, exclude = OWN_MAPS)
  @Tag(CLEAN)
  void fixedVersion_underRaceFree_passes() throws Exception {
    runFixed();
  }
}
