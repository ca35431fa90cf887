package io.racedet.junit.grande;

import java.util.Locale;

/** How a program is run. */
enum Mode {
  /** Without racedet. */
  PLAIN,
  /** Woven, after a test of the same process was checked, but not recorded. */
  IDLE,
  /** Recorded, analysed and judged, as a test with one repetition and no schedule. */
  CHECKED,
  /** By RoadRunner with its FastTrack, without racedet. */
  ROADRUNNER;

  /** The mode with a name. */
  static Mode of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** Its name in the property. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
