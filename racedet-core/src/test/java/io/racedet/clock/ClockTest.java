package io.racedet.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.growth.RetainedBytes;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clocks compared with arrays, and what they share. */
class ClockTest {
  private static final int CHUNK = 32;
  private static final int MANY = 30 * CHUNK;
  private static final int STEPS = 800;
  private static final int CLOCKS = 6;
  private static final int WORD = 8;
  private static final int FEW_BYTES = 100;

  @ParameterizedTest
  @ValueSource(ints = {1, 3, CHUNK, CHUNK + 1, 2 * CHUNK, 1_300})
  void learnJoinAndCopy_ofThreads_asInArrays(int threads) {
    long seed = 15 + threads;
    Random random = new Random(seed);
    Clock[] clocks = new Clock[CLOCKS];
    long[][] model = new long[CLOCKS][2 * threads];
    for (int i = 0; i < CLOCKS; i++) {
      clocks[i] = Clock.NOTHING.copy();
    }
    for (int time = 1; time <= STEPS; time++) {
      int i = random.nextInt(CLOCKS);
      int j = random.nextInt(CLOCKS);
      int choice = random.nextInt(10);
      if (choice < 6) {
        int thread = random.nextInt(1 + random.nextInt(threads));
        clocks[i].learn(thread, time);
        model[i][thread] = time;
      } else if (choice < 8) {
        clocks[i].join(clocks[j]);
        for (int thread = 0; thread < threads; thread++) {
          model[i][thread] = Math.max(model[i][thread], model[j][thread]);
        }
      } else {
        clocks[i] = choice == 8 ? clocks[j].copy() : Clock.NOTHING.copy();
        model[i] = choice == 8 ? model[j].clone() : new long[2 * threads];
      }
      assertSame(seed, clocks, model);
    }
  }

  private static void assertSame(long seed, Clock[] clocks, long[][] model) {
    for (int i = 0; i < clocks.length; i++) {
      for (int thread = 0; thread < model[i].length; thread++) {
        if (clocks[i].known(thread) != model[i][thread]) {
          throw new AssertionError("seed " + seed + ": clock " + i + " of " + thread);
        }
      }
    }
  }

  /** The first clock has everything, so that a join can share all of it. */
  @Test
  void join_intoClocksThatKnowLess_costsAReference() {
    Clock all = ofThreads(CHUNK, MANY, 2);
    Clock[] clocks = new Clock[100];
    for (int i = 0; i < clocks.length; i++) {
      clocks[i] = Clock.NOTHING.copy();
      clocks[i].join(all);
    }
    assertThat(bytes((Object) clocks)).isLessThan(bytes(all) + FEW_BYTES * clocks.length);
  }

  /** Each chunk of one clock knows more, the same or less than that of the other one. */
  @Test
  void join_ofSimilarClocks_sharesTheChunksThatNeedNotBeMerged() {
    Clock mine = ofThreads(CHUNK, MANY, 2);
    Clock theirs = ofThreads(CHUNK, MANY, 2);
    for (int chunk = 1; chunk < MANY / CHUNK; chunk++) {
      (chunk % 2 == 0 ? mine : theirs).learn(chunk * CHUNK + chunk, 3);
    }
    long both = bytes(mine, theirs);
    Clock joined = mine.copy();
    joined.join(theirs);
    assertThat(bytes(mine, theirs, joined)).isLessThan(both + WORD * CHUNK);
    for (int thread = CHUNK; thread < MANY; thread++) {
      assertThat(joined.known(thread)).isEqualTo(thread % CHUNK == thread / CHUNK ? 3 : 2);
    }
  }

  @Test
  void copy_ofManyThreads_sharesAllButTheFirstOnes() {
    Clock all = ofThreads(CHUNK, MANY, 1);
    Clock[] clocks = new Clock[100];
    for (int i = 0; i < clocks.length; i++) {
      clocks[i] = all.copy();
    }
    assertThat(bytes((Object) clocks)).isLessThan(bytes(all) + FEW_BYTES * clocks.length);
  }

  @Test
  void learn_threadsInTurn_growsRarelyAndByHalf() {
    Clock clock = Clock.NOTHING.copy();
    long before = bytes(clock);
    long last = before;
    int grown = 0;
    for (int thread = 0; thread < CHUNK; thread++) {
      for (int time = 1; time < 4; time++) {
        clock.learn(thread, time);
      }
      long now = bytes(clock);
      assertThat(now - before).isBetween(WORD * (thread + 1L), WORD * 3L * (thread + 2) / 2);
      grown += now == last ? 0 : 1;
      last = now;
    }
    assertThat(grown).isLessThan(20);
  }

  private static Clock ofThreads(int from, int to, long time) {
    Clock clock = Clock.NOTHING.copy();
    for (int thread = from; thread < to; thread++) {
      clock.learn(thread, time);
    }
    return clock;
  }

  private static long bytes(Object... clocks) {
    return new RetainedBytes().of(clocks);
  }
}
