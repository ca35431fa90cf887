package io.racedet.junit.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeBudgetTest {
  private long now;

  /** Until when repetitions follow that have a tenth of a second each. */
  @ParameterizedTest
  @CsvSource({
    "PT2S, PT0.5S, PT2S", // the usual limit
    "PT2M, PT0.5S, PT2S", // a large one
    "PT2M, PT40S, PT1M20S", // as long again
    "PT2M, PT90S, PT2M", // but within the limit
    "PT1S, PT0.5S, PT1S" // a small one
  })
  void more_takesAsLongAgain_orTheUsualLimit_withinTheLimit(
      Duration limit, Duration decided, Duration end) {
    TimeBudget time = new TimeBudget(limit, () -> now);
    time.begin();
    now = decided.toNanos();
    time.beginMore();
    int done = 1 + (int) (now / Duration.ofMillis(100).toNanos());
    while (time.allowsMore(done)) {
      now += Duration.ofMillis(100).toNanos();
      done++;
    }
    assertThat(Duration.ofNanos(now)).isEqualTo(end);
  }
}
