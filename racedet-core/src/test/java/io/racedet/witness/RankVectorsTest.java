package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Vectors of ranks, compared with arrays. */
class RankVectorsTest {
  private static final long SEED = 20261126;
  private static final int STEPS = 400;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 15, 16, 17, 255, 256, 257, 5_000})
  void operations_random_areThoseOfArrays(int threads) {
    SplittableRandom random = new SplittableRandom(SEED);
    RankVectors vectors = new RankVectors(threads, new Budget(Long.MAX_VALUE, Long.MAX_VALUE));
    List<int[]> arrays = new ArrayList<>(List.of(new int[threads]));
    List<Integer> made = new ArrayList<>(List.of(RankVectors.ZERO));
    for (int i = 0; i < STEPS; i++) {
      int one = random.nextInt(arrays.size());
      int other = random.nextInt(arrays.size());
      int thread = random.nextInt(threads);
      int[] expected = arrays.get(one).clone();
      if (random.nextBoolean()) {
        int rank = 1 + random.nextInt(9);
        expected[thread] = Math.max(expected[thread], rank);
        made.add(vectors.with(made.get(one), thread, rank));
      } else {
        for (int t = 0; t < threads; t++) {
          expected[t] = Math.max(expected[t], arrays.get(other)[t]);
        }
        made.add(vectors.max(made.get(one), made.get(other)));
      }
      arrays.add(expected);
      assertThat(elements(vectors, made.get(i + 1), threads))
          .as("seed " + SEED)
          .isEqualTo(expected);
      assertThat(elements(vectors, made.get(one), threads)).isEqualTo(arrays.get(one));
      assertThat(vectors.isWithin(made.get(one), made.get(other), thread))
          .as("seed " + SEED)
          .isEqualTo(isWithin(arrays.get(one), arrays.get(other), thread));
    }
  }

  private static int[] elements(RankVectors vectors, int vector, int threads) {
    int[] elements = new int[threads];
    for (int t = 0; t < threads; t++) {
      elements[t] = vectors.get(vector, t);
    }
    return elements;
  }

  private static boolean isWithin(int[] one, int[] other, int except) {
    for (int t = 0; t < one.length; t++) {
      if (t != except && one[t] > other[t]) {
        return false;
      }
    }
    return true;
  }

  /** A main thread that joins one thread after another: each join costs a path of the tree. */
  @Test
  void max_withAVectorThatDiffersInOneThread_costsWhatItDiffersIn() {
    int threads = 1 << 16;
    Budget budget = new Budget(Long.MAX_VALUE, Long.MAX_VALUE);
    RankVectors vectors = new RankVectors(threads, budget);
    int main = RankVectors.ZERO;
    for (int t = 0; t < threads; t++) {
      main = vectors.max(main, vectors.with(RankVectors.ZERO, t, 1));
    }
    assertThat(elements(vectors, main, threads)).containsOnly(1);
    assertThat(budget.spent()).isLessThan(100L * threads);
  }

  @Test
  void max_ofVectorsThatAreOneAnother_makesNothing() {
    Budget budget = new Budget(Long.MAX_VALUE, Long.MAX_VALUE);
    RankVectors vectors = new RankVectors(16, budget);
    int small = vectors.with(RankVectors.ZERO, 3, 5);
    int large = vectors.with(small, 4, 5);
    long spent = budget.spent();
    assertThat(vectors.max(small, large)).isEqualTo(large);
    assertThat(vectors.max(large, small)).isEqualTo(large);
    assertThat(vectors.with(large, 3, 4)).isEqualTo(large);
    assertThat(budget.spent()).isEqualTo(spent);
  }
}
