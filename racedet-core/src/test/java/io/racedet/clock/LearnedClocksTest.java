package io.racedet.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Clocks in which the owner's own past counts like that of others, and what is copied of them. */
class LearnedClocksTest {
  private static final int STEPS = 1_000;
  private static final int OWNERS = 24;

  private record Join(int thread, int other, long time) {}

  private record Given(Clock clock, long[] knows) {}

  private final List<Join> told = new ArrayList<>();
  private final ThreadClocks clocks =
      new ThreadClocks((thread, other, time) -> told.add(new Join(thread, other, time)));
  private final long[][] model = new long[OWNERS][OWNERS];
  private final List<Given> given = new ArrayList<>();

  @Test
  void learnJoinAndSet_knowWhatAMatrixDoes() {
    Random random = new Random(15);
    given.add(new Given(Clock.NOTHING, new long[OWNERS]));
    for (int step = 1; step <= STEPS; step++) {
      int owners = 1 + random.nextInt(OWNERS);
      int thread = random.nextInt(owners);
      int other = random.nextInt(owners);
      long time = 1 + random.nextInt(1 + step / 20);
      Given clock = given.get(random.nextInt(given.size()));
      switch (random.nextInt(6)) {
        case 0, 1 -> given.add(new Given(clocks.snapshot(thread), model[thread].clone()));
        case 2 -> join(thread, other, time + clock.knows[other], clock);
        case 3 -> {
          clocks.learn(thread, other, time, clock.clock);
          if (model[thread][other] < time) {
            model(thread, other, time, clock);
          }
        }
        case 4 -> {
          clocks.learn(thread, clock.clock);
          model(thread, other, 0, clock);
        }
        default -> {
          clocks.set(thread, clock.clock);
          model[thread] = clock.knows.clone();
        }
      }
      assertKnown(step);
    }
  }

  private void join(int thread, int other, long time, Given clock) {
    boolean isNew = thread != other && model[thread][other] < time;
    told.clear();
    assertThat(clocks.join(thread, other, time, clock.clock)).isEqualTo(isNew);
    assertThat(told).isEqualTo(isNew ? List.of(new Join(thread, other, time)) : List.of());
    if (isNew) {
      model(thread, other, time, clock);
    }
  }

  private void model(int thread, int other, long time, Given clock) {
    for (int u = 0; u < OWNERS; u++) {
      model[thread][u] = Math.max(model[thread][u], clock.knows[u]);
    }
    model[thread][other] = Math.max(model[thread][other], time);
  }

  private void assertKnown(int step) {
    for (int t = 0; t < OWNERS; t++) {
      for (int u = 0; u < OWNERS; u++) {
        if (clocks.known(t, u) != model[t][u]) {
          throw new AssertionError("step " + step + ": " + t + " of " + u);
        }
      }
    }
    for (int i = Math.max(0, given.size() - 10); i < given.size(); i++) {
      for (int u = 0; u < OWNERS; u++) {
        if (given.get(i).clock.known(u) != given.get(i).knows[u]) {
          throw new AssertionError("step " + step + ": changed after it was given");
        }
      }
    }
  }

  @Test
  void clock_ofAThreadThatLearnedNothing_isTheEmptyOne() {
    assertThat(clocks.clock(3)).isSameAs(Clock.NOTHING);
    assertThat(clocks.clock(1_000)).isSameAs(Clock.NOTHING);
    assertThat(clocks.snapshot(1_000)).isSameAs(Clock.NOTHING);
    assertThat(clocks.known(2_000, 0)).isZero();
  }

  @Test
  void snapshot_untilItsThreadLearns_isShared() {
    clocks.join(0, 1, 5, Clock.NOTHING);
    Clock snapshot = clocks.snapshot(0);
    assertThat(clocks.snapshot(0)).isSameAs(snapshot);
    clocks.join(0, 1, 5, Clock.NOTHING);
    clocks.learn(0, 1, 4, Clock.NOTHING);
    clocks.learn(0, snapshot);
    assertThat(clocks.snapshot(0)).isSameAs(snapshot);
    clocks.join(0, 1, 6, Clock.NOTHING);
    assertThat(clocks.clock(0)).isNotSameAs(snapshot);
  }

  @Test
  void clock_withoutANewSnapshot_isChangedInPlace() {
    clocks.snapshot(0);
    clocks.join(0, 1, 5, Clock.NOTHING);
    Clock clock = clocks.clock(0);
    clocks.join(0, 1, 6, Clock.NOTHING);
    clocks.learn(0, 2, 6, Clock.NOTHING);
    assertThat(clocks.clock(0)).isSameAs(clock);
    clocks.snapshot(0);
    clocks.join(0, 1, 7, Clock.NOTHING);
    Clock copy = clocks.clock(0);
    assertThat(copy).isNotSameAs(clock);
    clocks.join(0, 1, 8, Clock.NOTHING);
    assertThat(clocks.clock(0)).isSameAs(copy);
    assertThat(clock.known(1)).isEqualTo(6);
  }

  @Test
  void set_clockOfAnotherThread_isSharedUntilOneLearns() {
    clocks.join(0, 1, 5, Clock.NOTHING);
    Clock clock = clocks.snapshot(0);
    clocks.set(2, clock);
    assertThat(clocks.snapshot(2)).isSameAs(clock);
    clocks.join(2, 1, 6, Clock.NOTHING);
    assertThat(clocks.known(0, 1)).isEqualTo(5);
    assertThat(clocks.known(2, 1)).isEqualTo(6);
    clocks.set(1_000, clock);
    assertThat(clocks.known(1_000, 1)).isEqualTo(5);
  }
}
