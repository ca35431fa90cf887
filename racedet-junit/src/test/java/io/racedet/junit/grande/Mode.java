package io.racedet.junit.grande;

import java.util.ArrayList;
import java.util.List;
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
  ROADRUNNER,
  /** As {@link #CHECKED}, with samples of what takes the time, which are not free. */
  SPLIT,
  /** The same with the engine alone that RoadRunner has, too. */
  SPLIT_FASTTRACK;

  /** The mode with a name. */
  static Mode of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** Its name in the property. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The options of the JVM that it needs. */
  List<String> flags() {
    List<String> flags = new ArrayList<>(isSplit() ? Sampling.FLAGS : List.of());
    if (this == SPLIT_FASTTRACK) {
      flags.add("-Dracedet.engines=fasttrack");
    }
    return flags;
  }

  /** Whether the program is checked. */
  boolean isChecked() {
    return this == CHECKED || isSplit();
  }

  /** Whether it is sampled what takes the time. */
  boolean isSplit() {
    return this == SPLIT || this == SPLIT_FASTTRACK;
  }
}
