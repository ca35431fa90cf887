package io.racedet.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.clock.Clock;
import io.racedet.clock.ThreadClocks;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of ids by their last use, and the last writes to variables, beside plain lists. */
class RecencyTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 20})
  void ids_areInTheOrderInWhichTheyWereTouched(int ids) {
    Random random = new Random(ids);
    Recency recency = new Recency();
    List<Integer> expected = new ArrayList<>();
    long[] times = new long[ids];
    assertThat(recency.newest()).isEqualTo(Recency.NONE);
    for (int time = 1; time < 300; time++) {
      int id = random.nextInt(ids);
      recency.touch(id, time);
      expected.remove((Integer) id);
      expected.add(0, id);
      times[id] = time;
      List<Integer> found = new ArrayList<>();
      for (int at = recency.newest();
          at != Recency.NONE && found.size() <= ids;
          at = recency.older(at)) {
        found.add(at);
        assertThat(recency.touched(at)).isEqualTo(times[at]);
      }
      assertThat(found).isEqualTo(expected);
    }
  }

  @Test
  void lastWrite_isTheLaterOneOfThePlainAndTheAtomicOne() {
    LastWrites writes = new LastWrites();
    ThreadClocks clocks = new ThreadClocks();
    Clock plain = clocks.snapshot(1);
    Clock atomic = clocks.snapshot(2);
    long early = Epoch.of(2, 10);
    long late = Epoch.of(1, 20);
    assertThat(writes.last(3, late)).isEqualTo(late);
    writes.write(3, plain);
    assertThat(writes.clock(3)).isSameAs(plain);
    assertThat(writes.last(3, early)).isEqualTo(early);
    writes.atomicWrite(3, late, atomic);
    assertThat(writes.clock(3)).isSameAs(atomic);
    assertThat(writes.last(3, early)).isEqualTo(late);
    assertThat(writes.last(3, 0)).isEqualTo(late);
    assertThat(writes.last(3, Epoch.of(0, 21))).isEqualTo(Epoch.of(0, 21));
    assertThat(writes.last(2, early)).isEqualTo(early);
    writes.forget(3);
    assertThat(writes.clock(3)).isNull();
    assertThat(writes.last(3, 0)).isZero();
    writes.forget(1_000); // which has none
    writes.write(3, plain);
    assertThat(writes.clock(3)).isSameAs(plain);
  }
}
