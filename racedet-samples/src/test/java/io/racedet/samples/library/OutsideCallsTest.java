package io.racedet.samples.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.samples.launch.Outcome;
import io.racedet.samples.launch.TestRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A class that holds elements and is not recorded is named in a warning if several threads call it
 * with nothing that orders them, and only then.
 */
class OutsideCallsTest {
  private static final String NOT_SEEN = "not seen: calls on an object of ";

  private static String warnings(String method) {
    Outcome outcome = TestRun.of(OutsideCalls.class, method);
    assertThat(outcome.thrown()).isEmpty();
    return String.join("\n", outcome.facts().values());
  }

  @ParameterizedTest
  @CsvSource({
    "changedByBoth, FixedBitSet",
    "changedByOneAndRead, FixedBitSet",
    "calledByASuperclass, FixedBitSet",
    "underDifferentLocks, FixedBitSet"
  })
  void callsThatNothingOrders_areNamed(String method, String type) {
    assertThat(warnings(method))
        .contains(NOT_SEEN + "org.apache.lucene.util." + type + " by ")
        .containsPattern("at OutsideCalls.java:\\d+ and \".*\" at OutsideCalls.java:\\d+");
  }

  @Test
  void callsOfACollection_whateverItsNameIs_areNamed() {
    assertThat(warnings("collectionByItsTypeAlone"))
        .contains(NOT_SEEN + "org.apache.lucene.search.Multiset by ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "collectionByItsTypeAlone_underOneLock",
        "concurrentByItsTypeAlone",
        "onlyRead",
        "underOneLock",
        "handedOver",
        "beforeAndAfterAThread",
        "oneEach",
        "concurrentInside"
      })
  void otherCalls_areNot(String method) {
    assertThat(warnings(method)).doesNotContain(NOT_SEEN);
  }
}
