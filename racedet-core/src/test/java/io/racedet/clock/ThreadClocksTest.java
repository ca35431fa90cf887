package io.racedet.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clocks of few and of many threads, compared with a matrix of the events that threads know. */
class ThreadClocksTest {
  private static final int STEPS = 4_000;

  private int[] ids;
  private long[][] model;
  private long[] times;
  private final ThreadClocks clocks = new ThreadClocks();

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 300})
  void clocks_ofThreadsFarApart_knowWhatTheirThreadsHaveLearned(int stride) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int threads = 20;
    ids = new int[threads];
    for (int t = 0; t < threads; t++) {
      ids[t] = t * stride;
    }
    model = new long[threads][threads];
    times = new long[threads];
    Clock[] given = new Clock[threads];
    long[][] givenKnows = new long[threads][];
    for (int time = 1; time <= STEPS; time++) {
      int thread = random.nextInt(threads);
      int other = random.nextInt(threads);
      if (random.nextBoolean()) {
        given[thread] = clocks.snapshot(ids[thread]);
        givenKnows[thread] = model[thread].clone();
        times[thread] = time;
      } else if (given[other] != null && other != thread) {
        boolean isNews = model[thread][other] < times[other];
        assertThat(clocks.join(ids[thread], ids[other], times[other], given[other]))
            .as("seed %d, step %d", seed, time)
            .isEqualTo(isNews);
        if (isNews) {
          learn(thread, other, givenKnows[other]);
        }
      }
      assertKnown(seed, given, givenKnows);
    }
  }

  private void learn(int thread, int other, long[] what) {
    for (int u = 0; u < what.length; u++) {
      model[thread][u] = Math.max(model[thread][u], what[u]);
    }
    model[thread][other] = times[other];
  }

  private void assertKnown(long seed, Clock[] given, long[][] givenKnows) {
    for (int t = 0; t < ids.length; t++) {
      for (int u = 0; u < ids.length; u++) {
        if (t != u && clocks.known(ids[t], ids[u]) != model[t][u]) {
          throw new AssertionError("seed " + seed + ": " + ids[t] + " of " + ids[u]);
        }
        if (t != u && given[t] != null && given[t].known(ids[u]) != givenKnows[t][u]) {
          throw new AssertionError("seed " + seed + ": changed after it was given " + ids[t]);
        }
      }
    }
  }
}
