package io.racedet.junit;

import org.junit.jupiter.api.Tag;

/** The same as in each build, more often. */
@Tag("soak")
class LongAtomicCallsTest extends AtomicCallsTest {
  @Override
  int repetitions() {
    return 40;
  }
}
