package io.racedet.samples.hang;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.DeadlockFoundError;
import io.racedet.junit.TestHungError;
import io.racedet.samples.launch.TestRun;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is certain is said at once, whatever the limit is, and in few lines. */
@Timeout(240)
class HangVerdictsTest {
  private static final int MAX_LINES = 40;

  private static Throwable failure(String method, String hangAfter) {
    return TestRun.of(HangsTest.class, method, Map.of("racedet.hangAfter", hangAfter))
        .thrown()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"cycleOfMonitors", "cycleOfLocks"})
  void cycleOfLocks_isBroken(String method) {
    assertThat(failure(method, "60m"))
        .isInstanceOf(DeadlockFoundError.class)
        .hasMessageContaining("HangsTest.java:");
  }

  @ParameterizedTest
  @CsvSource({
    "lostNotify, 'nobody notifies: '",
    "joinOfEachOther, 'threads that wait for each other to end:'",
    "ownerOfALockHasEnded, 'which \"owner\" did not release before it ended'"
  })
  void certainHang_isSaidLongBeforeTheLimit(String method, String verdict) {
    assertThat(failure(method, "60m"))
        .isInstanceOf(TestHungError.class)
        .hasMessageContaining(verdict)
        .hasMessageContaining("HangsTest.java:")
        .satisfies(hung -> assertThat(hung.getMessage().lines()).hasSizeLessThan(MAX_LINES));
  }

  @Test
  void otherHang_isSaidAfterTheLimit() {
    assertThat(failure("sleepLongerThanTheLimit", "300ms"))
        .isInstanceOf(TestHungError.class)
        .hasMessageContaining("did not end within 300 ms")
        .hasMessageContaining("HangsTest.java:");
  }

  @Test
  void slowTest_isToldFromAHang_withWhatToSet() {
    assertThat(TestRun.of(HangsTest.class, "slowButAlive").thrown().orElseThrow())
        .isInstanceOf(TestHungError.class)
        .hasMessageContaining("still making progress")
        .hasMessageContaining("hangAfter");
  }
}
