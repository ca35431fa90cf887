package io.racedet.junit.record;

import java.util.ArrayList;
import java.util.List;

/** Says why a trace may differ from what happened. */
final class Damage {
  private Damage() {}

  /** The kinds of damage; empty if there is none. */
  static String text(boolean stripeLost, long repairs, int forced) {
    List<String> found = new ArrayList<>();
    if (stripeLost) {
      found.add("a thread ran for seconds within an access");
    }
    if (repairs > 0) {
      found.add(repairs + " lock operations were inconsistent with earlier ones");
    }
    if (forced > 0) {
      found.add(forced + " times no event was consistent with the earlier ones");
    }
    return String.join("; ", found);
  }
}
