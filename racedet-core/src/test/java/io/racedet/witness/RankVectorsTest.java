package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Vectors of ranks, compared with arrays, and what they cost. */
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

  /** A node is 16 elements of 4 bytes: 8 steps; a node below a root that is visited is a step. */
  @ParameterizedTest
  @CsvSource({"1, 1", "16, 1", "17, 2", "256, 2", "257, 3", "4096, 3", "4097, 4"})
  void operations_payForWhatTheyMakeAndVisit(int threads, int levels) {
    Budget budget = new Budget(Long.MAX_VALUE, Long.MAX_VALUE);
    RankVectors vectors = new RankVectors(threads, budget);
    int path = 8 * levels;
    int below = levels - 1;
    int one = cost(budget, path, () -> vectors.with(RankVectors.ZERO, 0, 1));
    int more = cost(budget, path, () -> vectors.with(one, 0, 2));
    cost(budget, 0, () -> vectors.with(more, 0, 2));
    cost(budget, 0, () -> vectors.with(more, 0, 1));
    cost(budget, 0, () -> vectors.max(more, RankVectors.ZERO));
    cost(budget, 0, () -> vectors.max(RankVectors.ZERO, more));
    cost(budget, 0, () -> vectors.max(more, more));
    assertThat(cost(budget, below, () -> vectors.max(one, more))).isEqualTo(more);
    assertThat(cost(budget, below, () -> vectors.max(more, one))).isEqualTo(more);
    assertThat(isWithin(budget, 0, () -> vectors.isWithin(more, more, 1))).isTrue();
    assertThat(isWithin(budget, 0, () -> vectors.isWithin(RankVectors.ZERO, more, 1))).isTrue();
    assertThat(isWithin(budget, below, () -> vectors.isWithin(one, more, 1))).isTrue();
    assertThat(isWithin(budget, below, () -> vectors.isWithin(more, one, 1))).isFalse();
    assertThat(isWithin(budget, below, () -> vectors.isWithin(more, one, 0))).isTrue();
  }

  /** The first thread and the last one are in different nodes below the root. */
  @Test
  void operations_ofVectorsThatDifferInOneNode_doNotVisitTheOthers() {
    int last = 4095;
    Budget budget = new Budget(Long.MAX_VALUE, Long.MAX_VALUE);
    RankVectors vectors = new RankVectors(last + 1, budget);
    int one = vectors.with(RankVectors.ZERO, 0, 1);
    int other = vectors.with(RankVectors.ZERO, last, 1);
    int both = cost(budget, 8, () -> vectors.max(one, other)); // the root
    assertThat(vectors.get(both, 0)).isEqualTo(1);
    assertThat(vectors.get(both, last)).isEqualTo(1);
    int more = vectors.with(both, last, 2);
    assertThat(cost(budget, 2, () -> vectors.max(both, more))).isEqualTo(more);
    assertThat(isWithin(budget, 2, () -> vectors.isWithin(both, more, 5))).isTrue();
    assertThat(isWithin(budget, 1, () -> vectors.isWithin(one, more, 5))).isTrue();
    assertThat(isWithin(budget, 2, () -> vectors.isWithin(more, one, 5))).isFalse();
    int others = vectors.with(other, 1, 1);
    cost(budget, 8 + 1 + 8 + 1 + 8, () -> vectors.max(both, others)); // a path
  }

  /** Nodes are numbered as they are made. */
  @ParameterizedTest
  @CsvSource({"16, 1", "256, 2", "4096, 3"})
  void max_ofVectorsThatAreOneAnother_keepsNoNode(int threads, int levels) {
    Budget budget = new Budget(Long.MAX_VALUE, Long.MAX_VALUE);
    RankVectors vectors = new RankVectors(threads, budget);
    int small = vectors.with(RankVectors.ZERO, 3, 5);
    int large = vectors.with(small, 4, 5);
    assertThat(large).isEqualTo(small + levels);
    assertThat(vectors.max(small, large)).isEqualTo(large);
    assertThat(vectors.max(large, small)).isEqualTo(large);
    assertThat(vectors.with(large, 5, 1)).isEqualTo(large + levels);
  }

  private static int cost(Budget budget, long expected, IntSupplier operation) {
    long before = budget.spent();
    int result = operation.getAsInt();
    assertThat(budget.spent() - before).isEqualTo(expected);
    return result;
  }

  private static boolean isWithin(Budget budget, long expected, BooleanSupplier comparison) {
    return cost(budget, expected, () -> comparison.getAsBoolean() ? 1 : 0) == 1;
  }
}
