package io.racedet.junit.forced;

import java.util.List;

/** What is left out of a recording. */
record Switches(Solo solo, boolean filter) {
  /** What a thread does while it alone can act. */
  enum Solo {
    /** Nothing is left out. */
    OFF,
    /** Accesses are counted. */
    COUNTED,
    /** Nothing is counted. */
    UNCOUNTED
  }

  /** Nothing is left out. */
  static final Switches OFF = new Switches(Solo.OFF, false);

  /** All others. */
  static final List<Switches> SOME =
      List.of(
          new Switches(Solo.OFF, true),
          new Switches(Solo.COUNTED, false),
          new Switches(Solo.COUNTED, true),
          new Switches(Solo.UNCOUNTED, false),
          new Switches(Solo.UNCOUNTED, true));

  boolean hasSolo() {
    return solo != Solo.OFF;
  }
}
