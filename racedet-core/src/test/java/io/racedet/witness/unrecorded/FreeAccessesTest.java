package io.racedet.witness.unrecorded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Accesses at known places (3) or between two (2:5), and which may conflict in either order. */
class FreeAccessesTest {
  @ParameterizedTest(name = "{0} at {1}: {2}")
  @CsvSource({
    // The order of known places is known.
    "'T1|w(x) T2|w(x)', '3 4', ''",
    "'T1|w(x) T2|w(x)', '4 3', ''",
    // A known place between two others, or not.
    "'T1|w(x) T2|w(x)', '2:5 3', '0-1'",
    "'T1|w(x) T2|w(x)', '3 2:5', '0-1'",
    "'T1|w(x) T2|w(x)', '2:5 2', ''",
    "'T1|w(x) T2|w(x)', '2 2:5', ''",
    "'T1|w(x) T2|w(x)', '2:5 5', ''",
    "'T1|w(x) T2|w(x)', '5 2:5', ''",
    // Two that are not at known places.
    "'T1|w(x) T2|w(x)', '2:5 2:5', '0-1'",
    "'T1|w(x) T2|w(x)', '2:5 4:7', '0-1'",
    "'T1|w(x) T2|w(x)', '4:7 2:5', '0-1'",
    "'T1|w(x) T2|w(x)', '2:5 5:7', ''",
    "'T1|w(x) T2|w(x)', '5:7 2:5', ''",
    // A conflict is one of two threads on one variable, and has a write.
    "'T1|w(x) T1|w(x)', '2:5 3', ''",
    "'T1|w(x) T2|w(y)', '2:5 3', ''",
    "'T1|r(x) T2|r(x)', '2:5 3', ''",
    "'T1|w(x) T2|r(x)', '2:5 3', '0-1'",
    "'T1|r(x) T2|w(x)', '2:5 3', '0-1'",
    // The accesses need not be in the order of their places.
    "'T1|w(x) T2|w(x) T2|w(x)', '0:3 5 -1:7', '0-2'",
    "'T1|w(x) T2|w(x) T3|w(x)', '4:9 0:2 1:6', '0-2 1-2'"
  })
  void accesses_conflict_ifTheirOrderIsNotKnown(String events, String places, String expected) {
    FreeAccesses accesses = new FreeAccesses(UnlockedTrace.of(events));
    String[] each = places.split(" ");
    for (int p = 0; p < each.length; p++) {
      int[] bounds = Arrays.stream(each[p].split(":")).mapToInt(Integer::parseInt).toArray();
      if (bounds.length == 1) {
        accesses.add(p, bounds[0]);
      } else {
        accesses.add(p, bounds[0], bounds[1]);
      }
    }
    Set<String> found = new TreeSet<>();
    accesses.find((p, q) -> found.add(Math.min(p, q) + "-" + Math.max(p, q)));
    assertThat(String.join(" ", found)).isEqualTo(expected);
  }
}
