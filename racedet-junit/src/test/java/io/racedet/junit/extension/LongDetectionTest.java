package io.racedet.junit.extension;

import org.junit.jupiter.api.Tag;

/** The same as in each build, with as many repetitions as a test has by default. */
@Tag("soak")
class LongDetectionTest extends DetectionTest {
  @Override
  int repetitions() {
    return 100;
  }
}
