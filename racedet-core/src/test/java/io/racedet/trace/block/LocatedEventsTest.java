package io.racedet.trace.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LocatedEventsTest {
  @Test
  void events_keepTheirNumbers_whileTheTableGrows() {
    LocatedEvents table = new LocatedEvents(Integer.MAX_VALUE);
    long[] events = new SplittableRandom(1).longs(5_000).toArray(); // some meet in the table
    for (int i = 0; i < events.length; i++) {
      assertThat(table.of(events[i], i % 2)).isEqualTo(-1);
    }
    for (int i = 0; i < events.length; i++) {
      assertThat(table.of(events[i], i % 2)).isEqualTo(i);
    }
  }

  @Test
  void eventBeyondTheMost_isNew_howeverOftenItIsAskedFor() {
    LocatedEvents table = new LocatedEvents(2);
    for (int event = 1; event <= 3; event++) {
      assertThat(table.of(event, -1)).isEqualTo(-1);
    }
    assertThat(table.of(3, -1)).isEqualTo(-1);
    assertThat(table.of(2, -1)).isEqualTo(1);
  }

  @Test
  void eventThatIsForgotten_isNewAgain_andGetsTheSameNumber() {
    LocatedEvents table = new LocatedEvents(2);
    table.of(1, 5);
    table.of(0, 5);
    table.forgetLast();
    assertThat(table.of(0, 5)).isEqualTo(-1);
    assertThat(table.of(0, 5)).isEqualTo(1);
    assertThat(table.of(1, 5)).isZero();
  }
}
