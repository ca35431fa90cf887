package io.racedet.junit.deadlocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import org.junit.jupiter.api.Test;

/** What becomes of the patterns of a repetition when the search for them fails, or does not. */
class PatternWatchTest {
  private static void takeBoth(PatternWatch watch, int thread, int outer, int inner) {
    watch.event(Op.ACQUIRE, thread, outer, outer);
    watch.event(Op.ACQUIRE, thread, inner, inner);
    watch.event(Op.RELEASE, thread, inner, inner);
    watch.event(Op.RELEASE, thread, outer, outer);
  }

  @Test
  void twoLocksInBothOrders_areAPattern() {
    PatternWatch watch = new PatternWatch(location -> false);
    takeBoth(watch, 0, 1, 2);
    takeBoth(watch, 1, 2, 1);
    assertThat(watch.finish()).hasSize(1);
    assertThat(watch.error()).isEmpty();
  }

  /** The sender of the events must not see it: it sends them to the analysis of races, too. */
  @Test
  void failure_isTold_andLosesThePatternsOnly() {
    PatternWatch watch = new PatternWatch(location -> false);
    takeBoth(watch, 0, 1, 2);
    watch.event(Op.RELEASE, 0, 1, 1); // a lock that the thread does not hold
    takeBoth(watch, 1, 2, 1);
    assertThat(watch.finish()).isEmpty();
    assertThat(watch.error().orElseThrow())
        .startsWith("INTERNAL ERROR: the search for deadlock patterns has failed at event 5 of");
  }

  @Test
  void failureAtTheEnd_isTold() {
    PatternWatch watch =
        new PatternWatch(
            location -> {
              throw new OutOfMemoryError("of a test");
            });
    takeBoth(watch, 0, 1, 2);
    takeBoth(watch, 1, 2, 1);
    assertThat(watch.finish()).isEmpty();
    assertThat(watch.error().orElseThrow()).contains("java.lang.OutOfMemoryError: of a test");
  }
}
