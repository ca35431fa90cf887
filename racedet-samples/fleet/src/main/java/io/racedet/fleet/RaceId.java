package io.racedet.fleet;

import io.racedet.report.RaceKey;
import java.io.Serializable;

/**
 * What identifies a race in every trace, as in a baseline.
 *
 * @param variable the {@link RaceKey#variable}
 * @param first the {@link RaceKey#first}
 * @param second the {@link RaceKey#second}
 */
record RaceId(String variable, String first, String second) implements Serializable {
  static RaceId of(RaceKey key) {
    return new RaceId(key.variable(), key.first(), key.second());
  }

  /** Its key in {@link io.racedet.report}. */
  RaceKey key() {
    return RaceKey.of(variable, first, second);
  }
}
