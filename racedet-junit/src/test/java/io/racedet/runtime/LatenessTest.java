package io.racedet.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Threads that come back late from waiting, as they do where many threads want a processor. */
class LatenessTest {
  private static final int SEED = 1;

  private final BoundedWait waits = new BoundedWait();
  private final Pace one = new Pace(SEED, Pace.rootPath(0));
  private final Pace other = new Pace(SEED, Pace.rootPath(1));

  @Test
  void tooMuchLateness_ofAllThreadsTogether_endsTheWaiting() {
    waits.comeBack(one, BoundedWait.MOST_LATENESS_NANOS / 2);
    waits.comeBack(other, BoundedWait.MOST_LATENESS_NANOS / 2);
    assertThat(one.allowance).isPositive();
    assertThat(other.allowance).isPositive();

    waits.comeBack(other, 1);
    assertThat(other.allowance).isZero();
    assertThat(one.allowance).isPositive();

    waits.comeBack(one, 1);
    assertThat(one.allowance).isZero();
  }

  @Test
  void timeThatAThreadIsEarly_isNotSetOffAgainstLateness() {
    waits.comeBack(one, -1);
    waits.comeBack(one, BoundedWait.MOST_LATENESS_NANOS);
    assertThat(one.allowance).isPositive();

    waits.comeBack(one, -1);
    assertThat(one.allowance).isPositive();

    waits.comeBack(one, 1);
    assertThat(one.allowance).isZero();
  }

  @Test
  void recordings_haveTheirOwn() {
    waits.comeBack(one, 2 * BoundedWait.MOST_LATENESS_NANOS);
    new BoundedWait().comeBack(other, BoundedWait.MOST_LATENESS_NANOS);
    assertThat(one.allowance).isZero();
    assertThat(other.allowance).isPositive();
  }
}
