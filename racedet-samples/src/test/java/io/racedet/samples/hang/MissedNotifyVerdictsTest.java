package io.racedet.samples.hang;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.TestHungError;
import io.racedet.samples.launch.TestRun;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A notify that was missed is named where a thread waits for it, long before the limit. */
@Timeout(240)
class MissedNotifyVerdictsTest {
  /** The names of what is waited for are the same in all of the text. */
  @ParameterizedTest
  @CsvSource({
    "taken, 'overtaken notify: \"racedet-test\" notified MissedNotifiesTest.Gate@1 at '",
    "otherObject, ' waits to be notified by MissedNotifiesTest.awaited (Object) at '",
    "otherObject, 'notify of another object: \"racedet-test\" notified Object@2 at '",
    "otherCondition, 'notify of another object: \"racedet-test\" notified Condition@2 at '",
    "signalTooEarly, 'lost notify: \"racedet-test\" notified Condition@1 at '"
  })
  void notifyThatIsMissed_isNamed(String method, String expected) {
    assertThat(
            TestRun.of(MissedNotifiesTest.class, method, Map.of("racedet.hangAfter", "60m"))
                .thrown()
                .orElseThrow())
        .isInstanceOf(TestHungError.class)
        .hasMessageContaining(expected)
        .hasMessageNotContainingAny("java.lang.Object@", "app//", "$ConditionObject@");
  }
}
